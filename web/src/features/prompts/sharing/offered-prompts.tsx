import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { useUser } from '#web/data/session/session.ts';
import {
  acceptedPromptQuery,
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
  readonly onDeclined: () => void;
  readonly onSwitchAccount: () => void;
  /** The rest of the page, below the offers. */
  readonly children: ReactNode;
}

/** The prompts that others want to share with the user, to accept or decline. */
export function OfferedPrompts(props: OfferedPromptsProps) {
  const { linkedId, onAccepted, onDeclined, onSwitchAccount, children } = props;
  const user = useUser();
  const client = useQueryClient();
  const offers = useQuery(offeredPromptsQuery(user.id));
  const offered = offers.data;
  const accepted = useQuery(acceptedPromptQuery(linkedId));

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
    const declined = offered?.find(({ shareId }) => shareId === id);
    await declineShare(id);
    if (declined) toast.success(`You declined ${declined.title}`);
    onDeclined();
    await refetchShared(client, user.id);
  }

  return (
    <InvitationList
      invitations={offered?.map(({ shareId, title, role, inviterName, expiresAt }) => ({
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
      error={
        offers.isError && !offered ? (
          <ErrorState title="Your invitations could not be loaded" {...failureOf(offers)} />
        ) : null
      }
      linkedId={linkedId}
      acceptedPath={
        accepted.isFetching ? undefined : accepted.data ? routes.prompt(accepted.data) : null
      }
      email={user.email}
      declineNote="Its owner can't offer it to you again for 30 days."
      onAccept={accept}
      onDecline={decline}
      onSwitchAccount={onSwitchAccount}
      wholePage={{ label: 'Shared with me', to: routes.shared }}
    >
      {children}
    </InvitationList>
  );
}
