import { useState, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlay/overlays.tsx';

/** An invitation that the user may answer. */
interface Invitation {
  readonly id: string;
  /** The subject of the invitation, which names its buttons. */
  readonly name: string;
  readonly text: ReactNode;
  readonly note: string;
}

interface InvitationListProps {
  /** Undefined until they are loaded. */
  readonly invitations: readonly Invitation[] | undefined;
  /** Shown above the rest of the page if they could not be loaded. */
  readonly error: ReactNode;
  /** The invitation of the link that was opened; null without one. */
  readonly linkedId: string | null;
  /** The page that the linked invitation led to if it was accepted, else null; undefined while it loads. */
  readonly acceptedPath: string | null | undefined;
  /** The address of the account. */
  readonly email: ReactNode;
  readonly declineNote: string;
  /** Shows its own errors. */
  readonly onAccept: (id: string) => Promise<void>;
  readonly onDecline: (id: string) => Promise<void>;
  readonly onSwitchAccount: () => void;
  /** Leads from a link that this account can't answer to the page without it. */
  readonly wholePage: { readonly label: string; readonly to: string };
  /** The rest of the page, below the invitations. */
  readonly children: ReactNode;
}

/**
 * Invitations to accept or decline, above the rest of a page. The link of an accepted one leads to what
 * was accepted. If a link led to one that this account can't answer, the page says only that.
 */
export function InvitationList(props: InvitationListProps) {
  const { invitations, error, linkedId, acceptedPath, children } = props;
  // Its end may arrive before the response to the answer.
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  const awaitsLinked = linkedId !== null && linkedId !== answeredId;
  const isMissing =
    awaitsLinked && invitations !== undefined && !invitations.some(({ id }) => id === linkedId);
  if (isMissing && acceptedPath) return <Navigate to={acceptedPath} replace />;
  if (isMissing && acceptedPath === null) return <Unanswerable {...props} />;
  return (
    <>
      {error}
      {invitations && invitations.length > 0 ? (
        <section aria-labelledby="received-invitations" className="mb-8">
          <h2 id="received-invitations" className="mb-3 font-serif text-xl font-medium">
            Invitations
          </h2>
          <ul className="flex flex-col gap-3">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                onAnswer={setAnsweredId}
                {...props}
              />
            ))}
          </ul>
        </section>
      ) : null}
      {isMissing || (awaitsLinked && !invitations && !error) ? (
        <SkeletonRows count={2} label="Loading the invitation…" view="list" />
      ) : (
        children
      )}
    </>
  );
}

function Unanswerable({ email, onSwitchAccount, wholePage }: InvitationListProps) {
  return (
    <EmptyState
      title="This account can't answer the invitation"
      text={
        <>
          You're signed in as <bdi className="font-medium wrap-anywhere text-ink-soft">{email}</bdi>
          . The invitation is for another address, or no longer open: answered, withdrawn or
          expired.
        </>
      }
      action={
        <>
          <Button variant="primary" onClick={onSwitchAccount}>
            Switch account
          </Button>
          <ButtonLink to={wholePage.to}>{wholePage.label}</ButtonLink>
        </>
      }
    />
  );
}

interface InvitationRowProps extends Pick<
  InvitationListProps,
  'declineNote' | 'onAccept' | 'onDecline'
> {
  readonly invitation: Invitation;
  readonly onAnswer: (id: string) => void;
}

function InvitationRow(props: InvitationRowProps) {
  const { invitation, declineNote, onAnswer, onAccept, onDecline } = props;
  const { id, name, text, note } = invitation;
  const [isAccepting, setIsAccepting] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);

  async function accept() {
    onAnswer(id);
    setIsAccepting(true);
    await onAccept(id).finally(() => setIsAccepting(false));
  }

  async function decline() {
    onAnswer(id);
    await onDecline(id);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-hairline bg-surface p-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm break-words">{text}</p>
        <p className="mt-1 text-xs text-ink-quiet">{note}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
        <Button aria-label={`Decline ${name}`} onClick={() => setIsDeclining(true)}>
          Decline
        </Button>
        <Button
          variant="primary"
          busy={isAccepting}
          aria-label={`Accept ${name}`}
          onClick={() => void accept()}
        >
          Accept
        </Button>
      </div>
      <ConfirmDialog
        open={isDeclining}
        onOpenChange={setIsDeclining}
        title={`Decline the invitation to ${name}?`}
        description={declineNote}
        confirmLabel="Decline"
        onConfirm={decline}
      />
    </li>
  );
}
