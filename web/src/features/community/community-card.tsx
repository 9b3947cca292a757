import { GitFork } from 'lucide-react';
import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { shownFavorites, type CommunityPrompt } from '#web/data/community/community.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Card } from '#web/ui/list/card.tsx';
import { Column, ListRow } from '#web/ui/list/list-row.tsx';
import { TagsColumn, VariablesColumn } from '#web/ui/list/summary-row.tsx';
import type { View } from '#web/ui/list/view-toggle.tsx';
import { AuthorLine } from './author-line.tsx';
import { PromptCounts } from './prompt-counts.tsx';

interface CommunityCardProps {
  readonly prompt: CommunityPrompt;
  readonly view: View;
  readonly actions: ReactNode;
  readonly more: ReactNode;
  readonly onFork: () => void;
  readonly onTag: (tag: string) => void;
  readonly onCategory: (category: string) => void;
}

/** A public prompt: a card, or a row. Tags and category filter the list. */
export function CommunityCard(props: CommunityCardProps) {
  const { prompt, view, actions, more, onFork } = props;
  const { id, title, icon, description, preview } = prompt;
  const allActions = (
    <>
      {actions}
      <IconButton label={`Fork ${title}`} title="Fork Prompt" size="small" onClick={onFork}>
        <GitFork size={16} />
      </IconButton>
      {more}
    </>
  );
  const promptIcon = <PromptIcon icon={icon} title={title} small />;
  const counts = (
    <PromptCounts
      favorites={shownFavorites(prompt)}
      forks={prompt.forksCount}
      comments={prompt.commentsCount}
    />
  );
  const author = (
    <AuthorLine
      id={prompt.author.id}
      name={prompt.author.fullName}
      avatarUrl={prompt.author.avatarUrl}
    />
  );
  if (view !== 'grid') {
    return (
      <li data-row>
        <ListRow
          view={view}
          icon={promptIcon}
          title={<Marked text={title} />}
          to={routes.prompt(id)}
          preview={<MarkedExcerpt description={description} preview={preview} />}
          columns={
            <>
              <TagsColumn tags={prompt.tags} />
              <VariablesColumn count={prompt.variableCount} />
              <Column size="wide">{author}</Column>
              <Column size="time">{counts}</Column>
            </>
          }
          actions={allActions}
        />
      </li>
    );
  }
  return (
    <Card
      heading="h2"
      className="[contain-intrinsic-size:auto_12rem] [content-visibility:auto]"
      icon={promptIcon}
      title={<Marked text={title} />}
      to={routes.prompt(id)}
      actions={allActions}
      footer={
        <>
          <span className="flex min-w-0 flex-1 basis-56 items-center gap-2">
            {author}
            <span aria-hidden="true">·</span>
            <span className="shrink-0">
              <RelativeTime at={prompt.createdAt} />
            </span>
          </span>
          {counts}
        </>
      }
    >
      <p dir="auto" className="excerpt mt-1 line-clamp-3 text-sm break-words text-ink-soft">
        <MarkedExcerpt description={description} preview={preview} />
      </p>
      <CardFilters {...props} />
    </Card>
  );
}

/** The category and the first tags of a card; each filters the list. */
function CardFilters({ prompt: { category, tags }, onTag, onCategory }: CommunityCardProps) {
  if (category === null && tags.length === 0) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-1.5">
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
      <span dir="auto" className="truncate">
        {props.children}
      </span>
    </button>
  );
}
