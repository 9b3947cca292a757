import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookEvents } from '#contract/webhook-events.ts';
import { createWebhook, type CreatedWebhook } from '#web/data/webhooks/webhooks.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
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

/** Creates a webhook and shows its secret once. Each opening starts over. */
export function NewWebhookDialog(props: NewWebhookDialogProps) {
  const { userId, open, onOpenChange, onCreated } = props;
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const create = useMutation(createWebhook(userId));

  function change(next: boolean) {
    onOpenChange(next);
    if (next || created === null) return;
    setCreated(null);
    onCreated(created.id);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      closeOnOutside={false}
      title={created === null ? 'Create a webhook' : 'The secret of your webhook'}
      footer={created === null ? undefined : <Button onClick={() => change(false)}>Done</Button>}
    >
      {created === null ? (
        <WebhookForm
          userId={userId}
          initial={blank}
          submitLabel="Create webhook"
          onSubmit={async (input) => setCreated(await create.mutateAsync(input))}
          onCancel={() => change(false)}
        />
      ) : (
        <ShownSecret secret={created.secret} />
      )}
    </Dialog>
  );
}
