import { GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { shownFavorites, type CommunityPrompt } from '#web/data/community/community.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { AuthorLine } from './author-line.tsx';
import { PromptCounts } from './prompt-counts.tsx';

interface CommunityCardProps {
  readonly prompt: CommunityPrompt;
  readonly view: 'grid' | 'list';
  readonly actions: ReactNode;
  readonly more: ReactNode;
  readonly onFork: () => void;
  readonly onTag: (tag: string) => void;
  readonly onCategory: (category: string) => void;
}

/**
 * A public prompt as a card. The whole card opens it, apart from its actions, tags and category.
 */
export function CommunityCard(props: CommunityCardProps) {
  const { prompt, view, actions, more, onFork, onTag, onCategory } = props;
  const { id, title, icon, description, preview, tags, category } = prompt;
  return (
    <li
      data-row
      className={cx(
        'cue-line group/row relative flex flex-col border-hairline bg-surface transition-colors hover:bg-hover',
        '[contain-intrinsic-size:auto_12rem] [content-visibility:auto] max-sm:[contain-intrinsic-size:auto_18rem]',
        view === 'grid' ? 'rounded-lg border p-4' : 'border-b px-4 py-3.5',
      )}
    >
      <div className="flex items-start gap-3">
        <PromptIcon icon={icon} />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-2 text-base font-medium break-words text-ink">
            <Link
              to={routes.prompt(id)}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue"
            >
              <Marked text={title} />
            </Link>
          </h2>
          <p
            className={cx(
              'mt-1 text-sm break-words text-ink-soft',
              view === 'grid' ? 'line-clamp-3' : 'line-clamp-2',
            )}
          >
            <MarkedExcerpt description={description ?? ''} preview={preview} />
          </p>
        </div>
        <div className="z-10 flex shrink-0 max-sm:absolute max-sm:right-2 max-sm:bottom-1.5 sm:relative sm:-mt-1.5 sm:-mr-1.5">
          {actions}
          <IconButton label={`Fork ${title}`} title="Fork Prompt" onClick={onFork}>
            <GitFork size={17} aria-hidden="true" />
          </IconButton>
          {more}
        </div>
      </div>
      {category !== null || tags.length > 0 ? (
        <div className="mt-3 flex flex-wrap gap-1.5 pl-12">
          {category === null ? null : (
            <FilterButton label={`Filter by ${category}`} onPress={() => onCategory(category)}>
              {category}
            </FilterButton>
          )}
          {tags.slice(0, 4).map((tag) => (
            <FilterButton key={tag} label={`Filter by #${tag}`} onPress={() => onTag(tag)}>
              #<Marked text={tag} />
            </FilterButton>
          ))}
          {tags.length > 4 ? (
            <span className="text-xs leading-6 text-ink-quiet">+{tags.length - 4}</span>
          ) : null}
        </div>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 pt-3 pl-12 text-xs text-ink-quiet max-[359px]:pl-0">
        <span className="flex min-w-0 items-center gap-2">
          <AuthorLine
            id={prompt.author.id}
            name={prompt.author.fullName}
            avatarUrl={prompt.author.avatarUrl}
          />
          <span aria-hidden="true">·</span>
          <span className="shrink-0">
            <RelativeTime at={prompt.createdAt} />
          </span>
        </span>
        {/* On a phone the counts take a row of their own, beside the actions. */}
        <span className="max-sm:basis-full">
          <PromptCounts
            favorites={shownFavorites(prompt)}
            forks={prompt.forksCount}
            comments={prompt.commentsCount}
          />
        </span>
      </div>
    </li>
  );
}

function FilterButton(props: {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      onClick={props.onPress}
      className="relative z-10 inline-flex min-h-6 max-w-full items-center rounded-sm pointer-coarse:min-h-8 bg-sunken px-1.5 text-xs font-medium text-ink-soft hover:bg-chip hover:text-chip-ink"
    >
      <span className="truncate">{props.children}</span>
    </button>
  );
}
