import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { passkeysQuery, renamePasskey, type Passkey } from '#web/data/session/passkeys.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import { SubmitRow } from '#web/ui/form/submit-row.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';

interface RenamePasskeyDialogProps {
  readonly userId: string;
  readonly passkey: Passkey;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Asks for another name of a passkey. Each opening starts over. */
export function RenamePasskeyDialog({ open, onOpenChange, ...form }: RenamePasskeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Rename passkey">
      <RenameForm {...form} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** The server's limit. */
const nameLength = 120;

interface RenameFormProps extends Pick<RenamePasskeyDialogProps, 'userId' | 'passkey'> {
  readonly onDone: () => void;
}

function RenameForm({ userId, passkey, onDone }: RenameFormProps) {
  const client = useQueryClient();
  const [name, setName] = useState(passkey.name);
  const { busy, problem, submit } = useSubmit({
    check: () => (name.trim() === '' ? 'Enter a name.' : null),
    send: async () => {
      await renamePasskey(passkey.id, name.trim());
      await client.invalidateQueries(passkeysQuery(userId));
      onDone();
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <TextField
        label="Name"
        name="passkey-name"
        autoComplete="off"
        maxLength={nameLength}
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SubmitRow onCancel={onDone} busy={busy}>
        Save
      </SubmitRow>
    </form>
  );
}
