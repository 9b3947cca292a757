import { useState } from 'react';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from './button.tsx';
import { Select } from './select.tsx';
import { TextField } from './text-field.tsx';

interface InviteByEmailProps<Role extends string> {
  readonly label: string;
  readonly hint: string;
  /** The label of the choice of a role, and classes for its width beside the address. */
  readonly roleLabel: string;
  readonly roleClass: string;
  readonly roles: readonly { readonly value: Role; readonly label: string }[];
  readonly initialRole: Role;
  /** The form's names begin with it. */
  readonly name: string;
  readonly action: string;
  readonly className?: string;
  /** Sends an invitation to a trimmed address. */
  readonly invite: (email: string, role: Role) => Promise<void>;
  readonly explain: (reason: unknown) => string;
}

/** Invites an address with a role. A refused address stays in the field. */
export function InviteByEmail<Role extends string>({
  label,
  hint,
  roleLabel,
  roleClass,
  roles,
  initialRole,
  name,
  action,
  className = '',
  invite,
  explain,
}: InviteByEmailProps<Role>) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(initialRole);
  const { busy, problem, submit } = useSubmit({
    check: () => (/^[^@\s]+@[^@\s]+$/.test(email.trim()) ? null : 'Enter an email address.'),
    send: async () => {
      await invite(email.trim(), role);
      // The next address may have been typed meanwhile.
      setEmail((current) => (current === email ? '' : current));
    },
    explain,
  });
  return (
    <form onSubmit={submit} noValidate className={`flex flex-wrap items-start gap-3 ${className}`}>
      <TextField
        label={label}
        name={`${name}-email`}
        type="email"
        autoComplete="off"
        maxLength={255}
        className="min-w-0 flex-1 basis-60"
        value={email}
        error={problem}
        hint={hint}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Select
        label={roleLabel}
        name={`${name}-role`}
        className={`min-w-0 max-sm:basis-full ${roleClass}`}
        value={role}
        onChange={setRole}
        options={roles}
      />
      <Button type="submit" variant="primary" busy={busy} className="sm:mt-[26px] max-sm:w-full">
        {action}
      </Button>
    </form>
  );
}
