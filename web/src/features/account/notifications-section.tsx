import { useMutation } from '@tanstack/react-query';
import { accountMessages } from '#contract/account-messages.ts';
import { saveSettings, settingsOf, type AccountSettings } from '#web/data/account/account.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { User } from '#web/data/session/session.ts';
import { Switch } from '#web/ui/form/switch.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Section } from './section.tsx';

type Notifications = AccountSettings['notifications'];

/** Switches for emails. Saved at once, and reverted if the server refuses. */
export function NotificationsSection({ user }: { readonly user: User }) {
  const save = useMutation({
    mutationFn: (notifications: Notifications) => saveSettings({ notifications }),
    scope: { id: 'notifications' },
    onSuccess: () => toast.success(accountMessages.account.saved),
    onError: (reason) => toast.error(toDataError(reason).message),
  });
  const saved = settingsOf(user).notifications;
  const settings = save.isPending ? save.variables : saved;
  return (
    <Section title="Notifications">
      <div className="flex flex-col gap-4">
        <Switch
          label="Email notifications"
          hint="Activity on your prompts and account."
          checked={settings.email}
          onCheckedChange={(email) => save.mutate({ ...settings, email })}
        />
        <Switch
          label="Marketing emails"
          hint="News about the product, now and then."
          checked={settings.marketing}
          onCheckedChange={(marketing) => save.mutate({ ...settings, marketing })}
        />
      </div>
    </Section>
  );
}
