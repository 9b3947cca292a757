import { GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { shownFavorites, type CommunityPrompt } from '#web/data/community.ts';
import { cx } from '#web/lib/class-names.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { PromptIcon } from '#web/ui/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { AuthorLine } from './author-line.tsx';
import { PromptCounts } from './prompt-counts.tsx';

interface CommunityCardProps {
  readonly prompt: CommunityPrompt;
  readonly view: 'grid' | 'list';
  readonly star: ReactNode;
  readonly onFork: () => void;
}

/** A public prompt: the whole card opens it, star and fork do not. */
export function CommunityCard({ prompt, view, star, onFork }: CommunityCardProps) {
  const { id, title, icon, description, preview, tags, category } = prompt;
  return (
    <li
      className={cx(
        'cue-line relative flex flex-col border-hairline bg-surface transition-colors hover:bg-hover',
        '[contain-intrinsic-size:auto_12rem] [content-visibility:auto]',
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
              {title}
            </Link>
          </h2>
          <p
            className={cx(
              'mt-1 text-sm break-words text-ink-soft',
              view === 'grid' ? 'line-clamp-3' : 'line-clamp-2',
            )}
          >
            {description || preview}
          </p>
        </div>
        <div className="relative z-10 -mt-1.5 -mr-1.5 flex shrink-0">
          {star}
          <IconButton label={`Fork ${title}`} title="Fork" onClick={onFork}>
            <GitFork size={17} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {category !== null || tags.length > 0 ? (
        <p className="mt-3 flex flex-wrap gap-1.5 pl-12">
          {category === null ? null : <Badge>{category}</Badge>}
          {tags.slice(0, 4).map((tag) => (
            <Badge key={tag}>#{tag}</Badge>
          ))}
          {tags.length > 4 ? (
            <span className="text-xs text-ink-quiet">+{tags.length - 4}</span>
          ) : null}
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 pt-3 pl-12 text-xs text-ink-quiet">
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
        <PromptCounts
          favorites={shownFavorites(prompt)}
          forks={prompt.forksCount}
          comments={prompt.commentsCount}
        />
      </div>
    </li>
  );
}
