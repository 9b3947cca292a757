import { useQuery } from '@tanstack/react-query';
import { useLimitOptions } from '#web/data/account/access-limits.ts';
import { connectedAppsQuery } from '#web/data/account/connected-apps.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { AppRow } from './app-row.tsx';

/** The apps that the user has connected. Empty without any. */
export function ConnectedApps({ userId }: { readonly userId: string }) {
  const apps = useQuery(connectedAppsQuery(userId));
  const isLimited = apps.data?.some(({ limit }) => limit !== '') ?? false;
  const limits = useLimitOptions(userId, { enabled: isLimited });

  if (apps.isError) {
    return <ErrorState title="Couldn't load your connected apps" {...failureOf(apps)} />;
  }
  if (apps.data === undefined || apps.data.length === 0) return null;
  return (
    <ul aria-label="Connected apps" className="mb-3">
      {apps.data.map((connected) => (
        <AppRow
          key={connected.id}
          userId={userId}
          connected={connected}
          limitName={limits.find(({ value }) => value === connected.limit)?.label ?? null}
        />
      ))}
    </ul>
  );
}
