import { useQueryClient } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import {
  connectedAppsQuery,
  disconnectApp,
  type ConnectedApp,
} from '#web/data/account/connected-apps.ts';
import { describeScopes } from '#web/data/account/token-scopes.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { AccessRow } from './access-row.tsx';

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
    <AccessRow
      icon={Plug}
      name={app.name}
      title={
        <span className="min-w-0">
          <bdi>{app.name}</bdi>
          {app.verifiedHost === null ? null : (
            <span className="font-normal text-ink-quiet"> · {app.verifiedHost}</span>
          )}
        </span>
      }
      rights={
        <>
          {describeScopes(scopes)}
          {limit === '' ? null : ` · only in ${limitName ?? 'a group or team that is gone'}`}
          {isAssistant ? ' · as an assistant (MCP)' : null}
        </>
      }
      lastUsedAt={lastUsedAt}
      term={`connected on ${longDate(new Date(grantedAt))}`}
      warning="The app loses access at once. To use it again, connect it from the app."
      onRevoke={disconnect}
    />
  );
}
