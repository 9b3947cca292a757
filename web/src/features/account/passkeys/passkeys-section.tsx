import { useQuery, useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { addPasskey, passkeysQuery } from '#web/data/session/passkeys.ts';
import type { User } from '#web/data/session/session.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { supportsPasskeys } from '#web/lib/session/supports-passkeys.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { PasskeyRow } from './passkey-row.tsx';
import { Section } from '../section.tsx';

/** Adds, renames and removes the passkeys that sign in to the account. */
export function PasskeysSection({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const query = passkeysQuery(user.id);
  const passkeys = useQuery(query);
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await addPasskey();
      await client.invalidateQueries(query);
    },
    explain: (reason) => toDataError(reason).message,
  });

  return (
    <Section title="Passkeys" text="Sign in with your fingerprint, face or screen lock.">
      {passkeys.isPending ? (
        <SkeletonRows count={1} label="Loading passkeys..." rowClassName="h-11" />
      ) : null}
      {passkeys.isError ? (
        <ErrorState title="Couldn't load your passkeys" {...failureOf(passkeys)} />
      ) : null}
      {passkeys.data?.length === 0 ? (
        // As high as the placeholder, so that nothing below moves under the pointer.
        <p className="min-h-11 text-sm text-ink-soft">
          None yet. A passkey replaces your password, and works only on this site.
        </p>
      ) : null}
      {passkeys.data && passkeys.data.length > 0 ? (
        <ul aria-label="Passkeys">
          {passkeys.data.map((passkey) => (
            <PasskeyRow key={passkey.id} userId={user.id} passkey={passkey} />
          ))}
        </ul>
      ) : null}
      {supportsPasskeys() ? (
        <div className="mt-5 flex flex-col items-start gap-4">
          {problem === null ? null : <Alert>{problem}</Alert>}
          <Button busy={busy} onClick={() => submit()}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="mt-5 text-sm text-ink-soft">
          This browser doesn't support passkeys. Use a newer one to add a passkey.
        </p>
      )}
    </Section>
  );
}
