import { useMutation } from '@tanstack/react-query';
import { webhookEvents } from '#contract/webhook-events.ts';
import { createWebhook, type CreatedWebhook } from '#web/data/webhooks/webhooks.ts';
import { OneTimeSecretDialog } from '#web/ui/overlay/one-time-secret-dialog.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface NewWebhookDialogProps {
  readonly userId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Called with the id of the new webhook once its secret was shown. */
  readonly onCreated: (id: string) => void;
}

const blank = { url: '', events: webhookEvents, limit: '' };

/** Creates a webhook and shows its secret once. */
export function NewWebhookDialog(props: NewWebhookDialogProps) {
  const { userId, open, onOpenChange, onCreated } = props;
  const create = useMutation(createWebhook(userId));
  return (
    <OneTimeSecretDialog<CreatedWebhook>
      open={open}
      onOpenChange={onOpenChange}
      titles={['Create a webhook', 'The secret of your webhook']}
      renderForm={(showSecret, cancel) => (
        <WebhookForm
          userId={userId}
          initial={blank}
          submitLabel="Create webhook"
          onSubmit={async (input) => showSecret(await create.mutateAsync(input))}
          onCancel={cancel}
        />
      )}
      renderSecret={({ secret }) => <ShownSecret secret={secret} />}
      onDone={({ id }) => onCreated(id)}
    />
  );
}
