import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { discardDraft, saveDraft } from '#web/data/drafts/drafts.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { promptTextSchema } from '#web/data/prompts/prompt-values.ts';
import { useUser } from '#web/data/session/session.ts';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';

/**
 * Offers the unsaved changes of a prompt that the user can no longer edit. They become the draft of a
 * new prompt, on its page.
 */
export function StrandedDraft({ promptId }: { readonly promptId: string }) {
  const user = useUser();
  const navigate = useNavigate();
  const draft = useDraft(user.id, `edit:${promptId}`, promptTextSchema, null);
  return (
    <DraftOffer
      draft={{ ...draft, adopt: (offered) => discardDraft(user.id, offered) }}
      untouched
      textOf={({ values }) => values.title || values.content}
      onRestore={(offered) => {
        const values = { ...offered.values, groupId: null, isPublic: false };
        const moved: typeof offered = {
          ...offered,
          target: 'create',
          values,
          base: null,
          from: null,
        };
        saveDraft(user.id, moved);
        void navigate(routes.newPrompt);
      }}
    />
  );
}
