import { useMutation } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  reportReasons,
  sendReport,
  type ReportTarget,
  type ReportReason,
} from '#web/data/community/moderation.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { toast } from '#web/ui/feedback/toast.ts';

const reasons: Readonly<Record<ReportReason, string>> = {
  spam: 'Spam or advertising',
  abuse: 'Abuse or harassment',
  rights: "Someone else's work",
  secrets: 'Secrets or personal data',
  other: 'Something else',
};

interface ReportDialogProps {
  readonly thing: ReportTarget;
  readonly onClose: () => void;
}

/** Reports a prompt or a comment to the operators of the installation. */
export default function ReportDialog({ thing, onClose }: ReportDialogProps) {
  const formId = useId();
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation(sendReport);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    setProblem(null);
    try {
      await send.mutateAsync({ ...thing, reason, note });
      toast.success('Reported. Thank you.');
      onClose();
    } catch (failure) {
      setProblem(toDataError(failure).message);
    }
  }

  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={onClose}
      title={thing.commentId === null ? 'Report this prompt' : 'Report this comment'}
      description="Your report goes to the people who run this site. The author won't see who reported it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={send.isPending}>
            Report
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <Select
          label="What's wrong?"
          value={reason}
          onChange={setReason}
          options={reportReasons.map((value) => ({ value, label: reasons[value] }))}
        />
        <TextArea
          label="Details (optional)"
          value={note}
          maxLength={2_000}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={problem}
        />
      </form>
    </Dialog>
  );
}
