import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

interface FavouriteCardProps {
  readonly prompt: PromptSummary;
  readonly view: 'grid' | 'list';
  /** Buttons such as copy and remove from favourites. */
  readonly actions: ReactNode;
}

/** A favourite as a card. The whole card opens it, apart from its actions. */
export function FavouriteCard({ prompt, view, actions }: FavouriteCardProps) {
  const { id, title, icon, description, preview, excerpt, tags, category } = prompt;
  return (
    <li
      data-row
      className={cx(
        'cue-line group/row relative flex gap-3 border-hairline bg-surface transition-colors hover:bg-hover',
        '[contain-intrinsic-size:auto_9rem] [content-visibility:auto]',
        view === 'grid' ? 'rounded-lg border p-4' : 'border-b px-4 py-3',
      )}
    >
      <PromptIcon icon={icon} />
      <div className="min-w-0 flex-1">
        <h3 className="text-base font-medium text-ink">
          <Link
            to={routes.prompt(id)}
            dir="auto"
            className="block truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cue"
          >
            <Marked text={title} />
          </Link>
        </h3>
        <p
          dir="auto"
          className={cx(
            'mt-0.5 text-sm break-words text-ink-soft',
            view === 'grid' ? 'line-clamp-3' : 'line-clamp-1',
          )}
        >
          <MarkedExcerpt description={description} preview={preview} excerpt={excerpt} />
        </p>
        {category === null && tags.length === 0 ? null : (
          <p className="mt-2 flex flex-wrap items-center gap-1.5 text-xs text-ink-quiet">
            {category === null ? null : <Badge>{category}</Badge>}
            {tags.slice(0, 3).map((tag) => (
              <Badge key={tag}>
                #<Marked text={tag} />
              </Badge>
            ))}
            {tags.length > 3 ? <span>+{tags.length - 3}</span> : null}
          </p>
        )}
        <p className="mt-2 text-xs text-ink-quiet">
          <LastUsedOrUpdated prompt={prompt} />
        </p>
      </div>
      <div className="relative z-10 -mt-1.5 -mr-1.5 shrink-0 self-start">{actions}</div>
    </li>
  );
}

function LastUsedOrUpdated({
  prompt: { lastUsedAt, updatedAt },
}: {
  readonly prompt: PromptSummary;
}) {
  return lastUsedAt === null ? (
    <span>
      Last updated <RelativeTime at={updatedAt} />
    </span>
  ) : (
    <span>
      Last used <RelativeTime at={lastUsedAt} />
    </span>
  );
}
