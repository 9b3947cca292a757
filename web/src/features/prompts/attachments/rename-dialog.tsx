import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { attachmentLimits } from '#contract/attachment-limits.ts';
import { directionMarks } from '#contract/direction-marks.ts';
import { renameAttachment, type Attachment } from '#web/data/attachments/attachments.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

interface RenameDialogProps {
  readonly promptId: string;
  readonly file: Attachment;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for the new name of a file. */
export function RenameDialog({ promptId, file, open, onOpenChange }: RenameDialogProps) {
  const formId = useId();
  const [name, setName] = useState(file.name);
  const { mutateAsync: rename } = useMutation(renameAttachment(promptId));
  const { busy, problem, submit } = useSubmit({
    check: () => nameProblem(cleanName(name)),
    send: async () => {
      const change = cleanName(name);
      if (change !== file.name) await rename({ id: file.id, change });
      onOpenChange(false);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename file"
      width="narrow"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy}>
            Rename
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          // React would submit the prompt's form too, from which this dialog was opened.
          event.stopPropagation();
          submit(event);
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          spellCheck={false}
          maxLength={attachmentLimits.nameLength}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}

const invisible = new RegExp(`[${directionMarks}]`, 'gu');

/** Removes marks of direction, which a person can't see and the server refuses. */
function cleanName(name: string): string {
  return name.replaceAll(invisible, '').trim();
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Enter a name.';
  return /[/\\\p{Cc}]/u.test(name) ? 'A file name has no slashes.' : null;
}
