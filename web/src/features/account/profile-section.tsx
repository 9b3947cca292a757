import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountMessages } from '#contract/account-messages.ts';
import { saveProfile, settingsOf } from '#web/data/account/account.ts';
import type { User } from '#web/data/session/session.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AvatarPicker } from './avatar/avatar-picker.tsx';
import { EmailChange } from './email-change.tsx';
import { Section } from './section.tsx';
import { toastFailure } from './toast-failure.ts';

/** Avatar, name and company, which others see, and the email. */
export function ProfileSection({ user }: { readonly user: User }) {
  const settings = settingsOf(user);
  const email = user.email ?? '';
  const [name, setName] = useState(settings.full_name);
  const [company, setCompany] = useState(settings.company);
  const client = useQueryClient();
  const { busy, problem, submit } = useSubmit({
    send: async () => {
      await saveProfile(client, { full_name: name.trim(), company: company.trim() });
      toast.success(accountMessages.account.saved);
    },
    explain: toastFailure,
  });

  return (
    <Section title="Profile" text="Your name is shown next to the prompts you publish.">
      <AvatarPicker userId={user.id} email={email} url={settings.avatar_url} />
      <form onSubmit={submit} className="flex flex-col gap-5">
        <TextField
          label="Full name"
          name="full-name"
          autoComplete="name"
          maxLength={200}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label="Company"
          name="company"
          autoComplete="organization"
          maxLength={200}
          value={company}
          onChange={(event) => setCompany(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" busy={busy} className="self-start">
          Save Changes
        </Button>
      </form>
      <EmailChange email={email} pendingEmail={user.new_email ?? null} />
    </Section>
  );
}
