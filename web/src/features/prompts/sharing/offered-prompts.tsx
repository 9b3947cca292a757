import { useQuery, useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import {
  acceptShare,
  declineShare,
  offeredPromptsQuery,
  refetchShared,
} from '#web/data/shares/offered-prompts.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { InvitationList } from '#web/ui/list/invitation-list.tsx';

interface OfferedPromptsProps {
  /** The offer of the link that was opened; null without one. */
  readonly linkedId: string | null;
  readonly onAccepted: (promptId: string) => void;
  readonly onSwitchAccount: () => void;
}

/** The prompts that others want to share with the user, to accept or decline. */
export function OfferedPrompts({ linkedId, onAccepted, onSwitchAccount }: OfferedPromptsProps) {
  const user = useUser();
  const client = useQueryClient();
  const offers = useQuery(offeredPromptsQuery(user.id));
  if (offers.isError && !offers.data) {
    return <ErrorState title="Your invitations could not be loaded" {...failureOf(offers)} />;
  }
  const offered = offers.data;
  if (!offered) return null;

  async function accept(id: string) {
    const accepted = offered?.find(({ shareId }) => shareId === id);
    try {
      await acceptShare(id);
      if (accepted) onAccepted(accepted.promptId);
    } catch (reason) {
      toast.error(toDataError(reason).message);
    } finally {
      await refetchShared(client, user.id);
    }
  }

  async function decline(id: string) {
    await declineShare(id);
    await refetchShared(client, user.id);
  }

  return (
    <InvitationList
      invitations={offered.map(({ shareId, title, role, inviterName, expiresAt }) => ({
        id: shareId,
        name: title,
        text: (
          <>
            <bdi>{inviterName ?? messages.community.anonymous}</bdi> wants to share{' '}
            <bdi className="font-medium">{title}</bdi> with you, to{' '}
            {role === 'editor' ? 'view and edit' : 'view'}.
          </>
        ),
        note: `The owner and editors of the prompt see your name and picture. Open until ${longDate(new Date(expiresAt))}.`,
      }))}
      linkedId={linkedId}
      email={user.email}
      declineNote="Its owner can't offer it to you again for 30 days."
      onAccept={accept}
      onDecline={decline}
      onSwitchAccount={onSwitchAccount}
    />
  );
}
