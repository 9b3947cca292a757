import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { refetchPeople, sharePrompt, type ShareRole } from '#web/data/shares/prompt-people.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Select } from '#web/ui/form/select.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { shareRoles } from './share-roles.ts';

/** Offers a prompt to an address. A refused address stays in the field. */
export function ShareForm({ promptId }: { readonly promptId: string }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShareRole>('viewer');
  const { busy, problem, submit } = useSubmit({
    check: () => (/^[^@\s]+@[^@\s]+$/.test(email.trim()) ? null : 'Enter an email address.'),
    send: async () => {
      await sharePrompt(promptId, email.trim(), role);
      toast.success(`Shared with ${email.trim()}`);
      setEmail('');
      await refetchPeople(client, promptId);
    },
    explain: (reason) => toDataError(reason).message,
  });
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex flex-wrap items-start gap-3">
      <TextField
        label="Share by email"
        name="shared-email"
        type="email"
        autoComplete="off"
        maxLength={255}
        className="min-w-0 flex-1 basis-60"
        value={email}
        error={problem}
        hint="We mail them a link. They have access once they accept it, within 14 days."
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label="Right"
        name="shared-right"
        className="min-w-0 basis-28 max-sm:basis-full [&_select]:h-11"
        value={role}
        onChange={setRole}
        options={shareRoles}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:mt-[26px] max-sm:w-full">
        Share
      </Button>
    </form>
  );
}
