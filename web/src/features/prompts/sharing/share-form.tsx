import { useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { refetchPeople, sharePrompt } from '#web/data/shares/prompt-people.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { InviteByEmail } from '#web/ui/form/invite-by-email.tsx';
import { shareRoles } from './share-roles.ts';

/** Offers a prompt to an address. */
export function ShareForm({ promptId }: { readonly promptId: string }) {
  const client = useQueryClient();
  return (
    <InviteByEmail
      label="Share by email"
      hint="We mail them a link. They have access once they accept it, within 14 days."
      roleLabel="Right"
      roleClass="basis-28"
      roles={shareRoles}
      initialRole="viewer"
      name="shared"
      action="Share"
      className="mt-5"
      invite={async (email, role) => {
        await sharePrompt(promptId, email, role);
        toast.success(`Shared with ${email}`);
        void refetchPeople(client, promptId);
      }}
      explain={(reason) => toDataError(reason).message}
    />
  );
}
