import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { sendTest } from '#web/data/webhooks/deliveries.ts';
import {
  deleteWebhook,
  refetchWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  webhooksQuery,
  type Webhook,
} from '#web/data/webhooks/webhooks.ts';
import { longDate } from '#web/lib/text/relative-time.ts';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { UnloadedPage } from '#web/ui/content/unloaded-page.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { NavigateWithError } from '#web/ui/feedback/navigate-with-error.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { ConfirmDialog, Dialog, Menu } from '#web/ui/overlay/overlays.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { describeEvents } from './describe-events.ts';
import { ShownSecret } from './shown-secret.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';

interface WebhookViewProps {
  readonly userId: string;
  readonly webhookId: string;
}

/** One webhook with its deliveries. Redirects to the list if the user has no such webhook. */
export function WebhookView({ userId, webhookId }: WebhookViewProps) {
  const webhooks = useQuery(webhooksQuery(userId));
  if (!webhooks.data) {
    const failure = webhooks.isPending ? null : (
      <ErrorState title="This webhook could not be loaded" {...failureOf(webhooks)} />
    );
    return <UnloadedPage title="Webhook" back={routes.webhooks} failure={failure} />;
  }
  const webhook = webhooks.data.find(({ id }) => id === webhookId);
  if (webhook === undefined) {
    return <NavigateWithError to={routes.webhooks} message="There is no such webhook." />;
  }
  return <LoadedWebhook userId={userId} webhook={webhook} />;
}

interface LoadedWebhookProps {
  readonly userId: string;
  readonly webhook: Webhook;
}

function LoadedWebhook({ userId, webhook }: LoadedWebhookProps) {
  const headingId = useId();
  return (
    <>
      <PageHeader
        title={new URL(webhook.url).host}
        back={routes.webhooks}
        actions={<WebhookActions userId={userId} webhook={webhook} />}
      />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="min-w-0 font-mono text-xs break-all select-all">{webhook.url}</span>
        <WebhookBadge webhook={webhook} />
      </p>
      <p className="mt-1 mb-6 text-sm text-ink-quiet">
        {describeEvents(webhook.events)}
        {webhook.limitName === null ? null : ` · only in ${webhook.limitName}`}
      </p>
      <PauseNotice webhook={webhook} />
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="mb-3 font-serif text-xl font-medium">
          Deliveries
        </h2>
        <DeliveryList userId={userId} webhookId={webhook.id} isActive={webhook.isActive} />
      </section>
    </>
  );
}

/** Says why the server paused a webhook, or that it may soon. */
function PauseNotice({ webhook: { isActive, pausedBecause, failingSince } }: { webhook: Webhook }) {
  if (!isActive && pausedBecause === 'gone') {
    return (
      <Alert className="mb-6">
        Paused, because the address wants no more deliveries. Resume it if that was a mistake.
      </Alert>
    );
  }
  if (failingSince === null) return null;
  const since = longDate(new Date(failingSince));
  if (isActive) {
    return (
      <Alert className="mb-6">{`Deliveries have failed since ${since}. They are tried again for up to 20 hours; then the webhook is paused.`}</Alert>
    );
  }
  return pausedBecause === 'failing' ? (
    <Alert className="mb-6">{`Paused, because deliveries have failed since ${since}. Correct the address, then resume the webhook.`}</Alert>
  ) : null;
}

function WebhookActions({ userId, webhook }: LoadedWebhookProps) {
  const { id, isActive } = webhook;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const test = useMutation(sendTest(id));
  const update = useMutation(updateWebhook(userId, id));
  const change = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });

  async function report(work: Promise<unknown>, success: string) {
    try {
      await work;
      toast.success(success);
    } catch (reason) {
      toast.error(toDataError(reason).message);
    }
  }

  return (
    <>
      {isActive ? (
        <Button
          icon={<Send size={16} />}
          busy={test.isPending}
          onClick={() => void report(test.mutateAsync(), 'The test is being sent.')}
        >
          Send a test
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<Play size={16} />}
          busy={update.isPending}
          onClick={() =>
            void report(update.mutateAsync({ isActive: true }), 'The webhook is active again.')
          }
        >
          Resume
        </Button>
      )}
      <Menu
        trigger={<MoreButton label="Actions for this webhook" size="medium" />}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => setOpen('edit') },
          ...(isActive
            ? [
                {
                  label: 'Pause',
                  icon: Pause,
                  onSelect: () =>
                    void report(update.mutateAsync({ isActive: false }), 'The webhook is paused.'),
                },
              ]
            : []),
          { label: 'New secret', icon: KeyRound, onSelect: () => setOpen('rotate') },
          {
            label: 'Delete webhook',
            icon: Trash2,
            danger: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      <Dialog {...change('edit')} closeOnOutside={false} title="Edit webhook">
        <WebhookForm
          userId={userId}
          initial={webhook}
          submitLabel="Save"
          onSubmit={async (input) => {
            await update.mutateAsync(input);
            setOpen(null);
          }}
          onCancel={() => setOpen(null)}
        />
      </Dialog>
      <ConfirmDialog
        {...change('rotate')}
        title="Create a new secret?"
        description="Deliveries are signed with both secrets for 24 hours. Put the new one into your program until then."
        confirmLabel="Create"
        onConfirm={async () => setSecret(await rotateWebhookSecret(id))}
      />
      <Dialog
        open={secret !== null}
        onOpenChange={() => setSecret(null)}
        closeOnOutside={false}
        title="The new secret"
        footer={<Button onClick={() => setSecret(null)}>Done</Button>}
      >
        {secret === null ? null : <ShownSecret secret={secret} />}
      </Dialog>
      <ConfirmDialog
        {...change('delete')}
        title="Delete this webhook?"
        description="Nothing more is sent to its address, and its deliveries are removed. This can't be undone."
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          await deleteWebhook(id);
          // Left before it is refetched: the page of a webhook that is gone says that it failed.
          void navigate(routes.webhooks, { replace: true });
          await refetchWebhooks(client, userId);
        }}
      />
    </>
  );
}
