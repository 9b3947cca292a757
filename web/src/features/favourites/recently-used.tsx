import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';

/** Compact links to prompts: icon, title and time of use. */
export function RecentlyUsed({ prompts }: { readonly prompts: readonly PromptSummary[] }) {
  return (
    <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-5">
      {prompts.map(({ id, icon, title, groupId, lastUsedAt }) => (
        <li key={id} className="min-w-0">
          <Link
            to={routes.prompt(id)}
            className="cue-line flex items-center gap-3 overflow-hidden rounded-lg border border-hairline bg-surface p-3 transition-colors hover:bg-hover"
          >
            <PromptIcon icon={icon} title={title} groupId={groupId} />
            <span className="min-w-0">
              <span className="block truncate text-sm font-medium text-ink">{title}</span>
              {lastUsedAt === null ? null : (
                <span className="block truncate text-xs text-ink-quiet">
                  <RelativeTime at={lastUsedAt} />
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
