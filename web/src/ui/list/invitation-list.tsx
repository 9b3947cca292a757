import { useState, type ReactNode } from 'react';
import { Button } from '#web/ui/form/button.tsx';
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
  readonly invitations: readonly Invitation[];
  /** The invitation of the link that was opened; null without one. */
  readonly linkedId: string | null;
  /** The address of the account. */
  readonly email: ReactNode;
  readonly declineNote: string;
  /** Shows its own errors. */
  readonly onAccept: (id: string) => Promise<void>;
  readonly onDecline: (id: string) => Promise<void>;
  readonly onSwitchAccount: () => void;
}

/**
 * Invitations to accept or decline. Empty without any, unless a link led to one: then it says that
 * this account can't answer it.
 */
export function InvitationList(props: InvitationListProps) {
  const { invitations, linkedId, email, onSwitchAccount } = props;
  const isLinkedMissing = linkedId !== null && !invitations.some(({ id }) => id === linkedId);
  if (invitations.length === 0 && !isLinkedMissing) return null;
  return (
    <section aria-labelledby="received-invitations" className="mb-8">
      <h2 id="received-invitations" className="mb-3 font-serif text-xl font-medium">
        Invitations
      </h2>
      {isLinkedMissing ? (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md bg-sunken px-4 py-3 text-sm">
          <p className="min-w-0 flex-1 basis-60 break-words">
            You're signed in as <bdi className="font-medium">{email}</bdi>. The invitation of this
            link is for another address, or no longer open.
          </p>
          <Button onClick={onSwitchAccount}>Switch account</Button>
        </div>
      ) : null}
      <ul className="flex flex-col gap-3">
        {invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} {...props} />
        ))}
      </ul>
    </section>
  );
}

interface InvitationRowProps extends Pick<
  InvitationListProps,
  'declineNote' | 'onAccept' | 'onDecline'
> {
  readonly invitation: Invitation;
}

function InvitationRow({ invitation, declineNote, onAccept, onDecline }: InvitationRowProps) {
  const { id, name, text, note } = invitation;
  const [isAccepting, setIsAccepting] = useState(false);
  const [isDeclining, setIsDeclining] = useState(false);

  async function accept() {
    setIsAccepting(true);
    await onAccept(id).finally(() => setIsAccepting(false));
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
        onConfirm={() => onDecline(id)}
      />
    </li>
  );
}
