import { useState, type FormEvent } from 'react';
import { messages } from '#contract/messages.ts';
import { saveProfile } from '#web/data/auth.ts';
import { toDataError } from '#web/data/fail.ts';
import type { User } from '#web/data/session.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.ts';
import { Section } from './section.tsx';

/** The name others see; the address, which stays as it is. */
export function ProfileSection({ user }: { readonly user: Pick<User, 'email' | 'user_metadata'> }) {
  const known: unknown = user.user_metadata['full_name'];
  const [name, setName] = useState(typeof known === 'string' ? known : '');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await saveProfile({ full_name: name.trim() });
      toast.success(messages.account.saved);
    } catch (reason) {
      const { message } = toDataError(reason);
      toast.error(message);
      setProblem(message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title="Profile" text="Your name is shown beside the prompts you publish.">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <TextField
          label="Full name"
          name="full-name"
          autoComplete="name"
          maxLength={200}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField label="Email" type="email" value={user.email ?? ''} readOnly />
        <Button type="submit" variant="primary" busy={busy} className="self-start">
          Save Changes
        </Button>
      </form>
    </Section>
  );
}
