import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Marked, MarkedExcerpt } from '#web/ui/content/marked.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Card } from '#web/ui/list/card.tsx';

interface FavouriteCardProps {
  readonly prompt: PromptSummary;
  /** Buttons such as copy and remove from favourites. */
  readonly actions: ReactNode;
}

export function FavouriteCard({ prompt, actions }: FavouriteCardProps) {
  const { id, title, icon, groupId, description, preview, excerpt, tags, category } = prompt;
  return (
    <Card
      heading="h3"
      className="[contain-intrinsic-size:auto_9rem] [content-visibility:auto]"
      icon={<PromptIcon icon={icon} title={title} groupId={groupId} small />}
      title={<Marked text={title} />}
      to={routes.prompt(id)}
      actions={actions}
      footer={<LastUsedOrUpdated prompt={prompt} />}
    >
      <p dir="auto" className="excerpt mt-1 line-clamp-3 text-sm break-words text-ink-soft">
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
    </Card>
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
