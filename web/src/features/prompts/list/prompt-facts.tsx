import { Folder, Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Marked } from '#web/ui/content/marked.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

/** A row's subtitle: when the prompt was last used, else last updated. */
function PromptSubtitle({ prompt }: { readonly prompt: PromptSummary }): ReactNode {
  if (prompt.lastUsedAt !== null) {
    return (
      <>
        Last used <RelativeTime at={prompt.lastUsedAt} />
      </>
    );
  }
  if (prompt.updatedAt) {
    return (
      <>
        Last updated <RelativeTime at={prompt.updatedAt} />
      </>
    );
  }
  return 'Recently added';
}

const shownTags = 3;

/** One line under a row: subtitle, visibility, group, tags. Cut off at the right. */
export function PromptFacts({ prompt }: { readonly prompt: PromptSummary }) {
  const more = prompt.tags.length - shownTags;
  return (
    <div className="flex h-5 min-w-0 content-start items-center gap-x-3 overflow-hidden text-xs text-ink-quiet max-sm:flex-wrap">
      <span className="flex h-5 max-w-full min-w-0 items-center gap-x-3 sm:shrink-0">
        <span className="truncate">
          <PromptSubtitle prompt={prompt} />
        </span>
        {prompt.isPublic ? (
          <Badge
            tone="public"
            icon={<Globe size={12} aria-hidden="true" />}
            className="shrink-0 max-sm:order-first max-sm:gap-0"
          >
            <span className="max-sm:sr-only">Public</span>
          </Badge>
        ) : null}
      </span>
      {prompt.groupName === null ? null : (
        <span className="flex h-5 max-w-48 min-w-0 items-center gap-1 sm:shrink-0">
          <Folder size={13} aria-hidden="true" className="shrink-0" />
          <span dir="auto" className="truncate">
            {prompt.groupName}
          </span>
        </span>
      )}
      {prompt.tags.length === 0 ? null : (
        <span className="hidden min-w-0 truncate sm:block">
          {prompt.tags.slice(0, shownTags).map((tag) => (
            <span key={tag} className="mr-2">
              #<Marked text={tag} />
            </span>
          ))}
          {more > 0 ? `+${more}` : null}
        </span>
      )}
    </div>
  );
}
