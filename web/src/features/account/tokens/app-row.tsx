import { useQueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import {
  connectedAppsQuery,
  disconnectApp,
  type ConnectedApp,
} from '#web/data/account/connected-apps.ts';
import { describeScopes } from '#web/data/account/token-scopes.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';

interface AppRowProps {
  readonly userId: string;
  readonly connected: ConnectedApp;
  /** The name of the group or team to which it is limited; null if that can't be read. */
  readonly limitName: string | null;
}

/** An app that the user has connected, with a button to end its access. */
export function AppRow({ userId, connected, limitName }: AppRowProps) {
  const client = useQueryClient();
  const { app, scopes, isAssistant, limit, grantedAt, lastUsedAt } = connected;

  async function disconnect() {
    await disconnectApp(connected);
    await client.invalidateQueries(connectedAppsQuery(userId));
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline py-3 first:pt-0">
      <Plug size={20} strokeWidth={1.75} className="text-ink-quiet" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-sm font-medium break-words">
          <bdi>{app.name}</bdi>
          {app.verifiedHost === null ? null : (
            <span className="font-normal text-ink-quiet"> · {app.verifiedHost}</span>
          )}
        </p>
        <p className="text-xs break-words text-ink-quiet">
          {describeScopes(scopes)}
          {limit === '' ? null : ` · only in ${limitName ?? 'a group or team that is gone'}`}
          {isAssistant ? ' · as an assistant (MCP)' : null}
        </p>
        <p className="text-xs break-words text-ink-quiet">
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <RelativeTime at={lastUsedAt} />
            </>
          )}
          {` · connected on ${longDate(new Date(grantedAt))}`}
        </p>
      </div>
      <ConfirmButton
        action="Revoke"
        target={app.name}
        description="The app loses access at once. To use it again, connect it from the app."
        onConfirm={disconnect}
      />
    </li>
  );
}
