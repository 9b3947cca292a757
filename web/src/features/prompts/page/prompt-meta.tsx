import { Folder, Globe, Lock } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ForkedFrom } from './forked-from.tsx';
import { PromptIcon } from '#web/ui/content/prompt-icon.tsx';

interface PromptMetaProps {
  readonly prompt: PromptDetail;
  readonly toPrompt: (id: string) => string;
}

/** The facts under a prompt's title, from its creation to its source. */
export function PromptMeta({ prompt, toPrompt }: PromptMetaProps) {
  const user = useUser();
  return (
    <div className="flex items-start gap-3">
      <PromptIcon icon={prompt.icon} />
      <div className="flex min-h-9 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-quiet">
        <span>
          Created <RelativeTime at={prompt.createdAt} />
        </span>
        <span>Version {prompt.version}</span>
        {prompt.isPublic ? (
          <Badge tone="public" icon={<Globe size={12} aria-hidden="true" />}>
            Public
          </Badge>
        ) : (
          <Badge icon={<Lock size={12} aria-hidden="true" />}>Private</Badge>
        )}
        {prompt.groupName !== null && prompt.groupId !== null && prompt.userId === user.id ? (
          <Link
            to={routes.group(prompt.groupId)}
            className="flex max-w-60 min-w-0 items-center gap-1 underline-offset-3 pointer-coarse:-my-3 pointer-coarse:py-3 hover:text-ink hover:underline"
          >
            <Folder size={14} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{prompt.groupName}</span>
          </Link>
        ) : null}
        {prompt.lastUsedAt === null ? null : (
          <span>
            Last used <RelativeTime at={prompt.lastUsedAt} />
          </span>
        )}
        {prompt.forksCount === 0 ? null : <span>Forked {formatTimes(prompt.forksCount)}</span>}
        {prompt.forkedFrom === null ? null : (
          <ForkedFrom
            sourceId={prompt.forkedFrom}
            version={prompt.forkedFromVersion}
            toPrompt={toPrompt}
          />
        )}
      </div>
    </div>
  );
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count.toLocaleString('en-GB')} times`;
}
