import { useMutation, useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import type { User } from '#web/data/session/session.ts';
import { endSession, sessionsQuery } from '#web/data/session/sessions.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Section } from './section.tsx';
import { SessionRow } from './session-row.tsx';

interface SessionsSectionProps {
  readonly user: User;
  readonly onSignOut: () => void;
}

/** Lists the user's sessions, and signs out of this one, another or all others. */
export function SessionsSection({ user, onSignOut }: SessionsSectionProps) {
  const sessions = useQuery(sessionsQuery(user.id));
  const end = useMutation(endSession(user.id));

  function signOutOf(sessionId: string | null) {
    end.mutate(sessionId, {
      onError: (reason) => toast.error(messages.auth.signOutFailed(toDataError(reason).message)),
    });
  }

  return (
    <Section title="Sessions" text="Where you're signed in.">
      {sessions.isPending ? (
        <SkeletonRows count={1} label="Loading sessions..." rowClassName="h-13" />
      ) : null}
      {sessions.isError ? (
        <ErrorState title="Couldn't load your sessions" {...failureOf(sessions)} />
      ) : null}
      <ul aria-label="Sessions">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending && end.variables === session.id}
            onEnd={() => signOutOf(session.id)}
          />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2">
        <Button onClick={onSignOut}>Sign Out</Button>
        {(sessions.data?.length ?? 0) > 1 ? (
          <Button busy={end.isPending && end.variables === null} onClick={() => signOutOf(null)}>
            Sign out everywhere else
          </Button>
        ) : null}
      </div>
    </Section>
  );
}
