import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { messages } from '#contract/messages.ts';
import { onSessionLifetime, type SessionLifetime } from '#web/data/session/auth-storage.ts';
import type { DataError } from '#web/data/backend/data-error.ts';
import { loadErrorTexts } from '#web/data/backend/readable-errors.ts';
import { useSession } from '#web/data/session/session.ts';
import { runWhenNetworkIdle } from '#web/data/backend/run-when-network-idle.ts';
import { RemarksContext } from '#web/features/prompts/panel/content-remarks.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { enterPage, preloadToasts, toast, trackInteractions } from '#web/ui/feedback/toast.ts';
import { renderCoach } from './render-coach.tsx';
import { queryClientOf } from './query-client.ts';

/** Loads the messages for failures while the server can be reached. */
function preloadErrorMessages(): void {
  void preloadToasts().catch(() => undefined);
  void loadErrorTexts();
}

/** Warns that the session is not stored on this device, so that its end is no surprise. */
function warnAboutLifetime(lifetime: SessionLifetime): void {
  if (lifetime === 'tab') {
    toast.error(
      "This browser has no room left for this site, so you're signed in only in this tab. Save or discard drafts to make room.",
    );
  } else if (lifetime === 'page') {
    toast.error(
      "This browser can't store anything for this site, so you'll be signed out when you leave or reload this page.",
    );
  }
}

/** Provides cached data to every page that talks to the backend, and shows a failed session. */
export function DataLayout() {
  const session = useSession();
  const client = queryClientOf(session.user?.id ?? null);
  useEffect(() => runWhenNetworkIdle(client, preloadErrorMessages), [client]);
  useEffect(() => onSessionLifetime(warnAboutLifetime), []);
  const { pathname } = useLocation();
  useEffect(trackInteractions, []);
  useEffect(() => enterPage(pathname), [pathname]);
  return (
    <QueryClientProvider client={client}>
      <RemarksContext value={renderCoach}>
        {session.status === 'failed' ? <SessionFailed error={session.error} /> : <Outlet />}
      </RemarksContext>
    </QueryClientProvider>
  );
}

function SessionFailed({ error }: { readonly error: DataError }) {
  const message = messages.auth.authenticationError(error.message);
  useEffect(() => toast.error(message), [message]);
  return (
    <main className="grid min-h-dvh place-items-center">
      <ErrorState
        wholePage
        title={message}
        message="We couldn't check whether you're signed in. Check your connection, then try again."
        // The client would only repeat its failure for a minute.
        onRetry={() => location.reload()}
      />
    </main>
  );
}

export { DataLayout as Component };
