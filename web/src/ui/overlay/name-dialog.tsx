import { useState } from 'react';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { Dialog } from './overlays.tsx';

interface NameFormProps {
  readonly initial: string;
  readonly maxLength: number;
  readonly submitLabel: string;
  /** The dialog closes once it resolves; if it rejects, the dialog shows why. */
  readonly onSave: (name: string) => Promise<void>;
}

interface NameDialogProps extends NameFormProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string | undefined;
}

/** Asks for a name. Each opening starts over. */
export function NameDialog(props: NameDialogProps) {
  const { open, onOpenChange, title, description, ...form } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closeOnOutside={false}
      width="narrow"
      title={title}
      description={description}
    >
      <NameForm {...form} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

function NameForm(props: NameFormProps & { readonly onClose: () => void }) {
  const { initial, maxLength, submitLabel, onSave, onClose } = props;
  const [name, setName] = useState(initial);
  const { busy, problem, submit } = useSubmit({
    check: () => (name.trim() === '' ? 'Enter a name.' : null),
    send: async () => {
      await onSave(name.trim());
      onClose();
    },
    explain: (reason) => (reason instanceof Error ? reason.message : String(reason)),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        maxLength={maxLength}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SubmitRow onCancel={onClose} busy={busy}>
        {submitLabel}
      </SubmitRow>
    </form>
  );
}
