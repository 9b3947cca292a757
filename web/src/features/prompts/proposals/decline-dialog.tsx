import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { limits } from '#contract/limits.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useDraft } from '#web/data/drafts/use-draft.ts';
import { checkNote } from '#web/data/proposals/proposal.ts';
import { declineProposal } from '#web/data/proposals/proposal-changes.ts';
import { useUser } from '#web/data/session/session.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Counter } from '#web/ui/form/counter.tsx';
import { DraftOffer } from '#web/ui/form/draft-offer.tsx';
import { EditorForm } from '#web/ui/form/editor-form.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

interface DeclineDialogProps {
  readonly proposalId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onDeclined: () => Promise<void>;
}

/** Asks why a proposal is declined. */
export function DeclineDialog({ open, onOpenChange, ...form }: DeclineDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeOnOutside={false}
      title="Decline this proposal?"
      description="Its author sees your reason, and gets an email. The prompt stays as it is."
    >
      <DeclineForm {...form} onCancel={() => onOpenChange(false)} />
    </Dialog>
  );
}

const draftSchema = v.object({ reason: v.string() });

interface DeclineFormProps extends Pick<DeclineDialogProps, 'proposalId' | 'onDeclined'> {
  readonly onCancel: () => void;
}

function DeclineForm({ proposalId, onDeclined, onCancel }: DeclineFormProps) {
  const user = useUser();
  const [reason, setReason] = useState('');
  const text = useMemo(() => (reason.trim() === '' ? null : { reason }), [reason]);
  const draft = useDraft(user.id, `decline:${proposalId}`, draftSchema, text);
  const { busy, problem, submit } = useSubmit({
    check: () => checkNote('The reason', reason),
    send: async () => {
      await declineProposal(proposalId, reason);
      draft.settle();
      await onDeclined();
    },
    explain: (failure) => toDataError(failure).message,
  });
  return (
    <EditorForm onSubmit={submit} className="flex flex-col gap-5">
      <DraftOffer
        draft={draft}
        untouched={reason === ''}
        textOf={(offered) => offered.reason}
        onRestore={(offered) => setReason(offered.reason)}
        className="mb-0"
      />
      <TextArea
        label="Reason"
        hint="Optional."
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={problem}
        aside={<Counter text={reason} limit={limits.proposalNoteLength} />}
        areaClassName="min-h-24 max-h-60"
      />
      <SubmitRow onCancel={onCancel} busy={busy} variant="danger">
        Decline
      </SubmitRow>
    </EditorForm>
  );
}
