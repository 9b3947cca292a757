import { useQueryClient } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { privateTexts, useIncludedTexts } from '#web/data/prompts/included/included-texts.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { refetchPeople, sharePrompt } from '#web/data/shares/prompt-people.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { InviteByEmail } from '#web/ui/form/invite-by-email.tsx';
import { PrivateIncludes } from '#web/ui/sensitive/private-includes.tsx';
import { shareRoles } from './share-roles.ts';

/** Offers a prompt to an address, and says which private prompts it includes. */
export function ShareForm({ prompt }: { readonly prompt: PromptDetail }) {
  const client = useQueryClient();
  const texts = useIncludedTexts(prompt.content);
  const titles = texts ? privateTexts(texts).map(({ title }) => title) : [];
  return (
    <>
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
          await sharePrompt(prompt.id, email, role);
          toast.success(`Shared with ${email}`);
          void refetchPeople(client, prompt.id);
        }}
        explain={(reason) => toDataError(reason).message}
      />
      <div className="mt-4 text-sm text-ink-soft empty:hidden">
        <PrivateIncludes titles={titles} remedy="share them" />
      </div>
    </>
  );
}
