import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { deliveryBodyQuery, resendDelivery, type Delivery } from '#web/data/webhooks/deliveries.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { exactTime } from '#web/lib/text/relative-time.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { textLinkClass } from '#web/ui/form/text-link-class.ts';
import { nameOfEvent } from './describe-events.ts';

interface DeliveryRowProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
  /** Whether the webhook is active, so that it can be sent again. */
  readonly isActive: boolean;
}

/** A delivery that opens to show what was sent and how it went. */
export function DeliveryRow({ webhookId, delivery, isActive }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const name = nameOfEvent(delivery.event);
  return (
    <li className="border-b border-hairline">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-3 px-2 py-2.5 text-left text-sm transition-colors hover:bg-sunken"
      >
        <ChevronDown
          size={16}
          className={cx('shrink-0 text-ink-quiet transition-transform', !isOpen && '-rotate-90')}
        />
        <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:items-baseline sm:justify-between">
          <span className="font-medium">{name}</span>
          <span className="text-xs text-ink-quiet">
            <RelativeTime at={delivery.createdAt} />
          </span>
        </span>
        <span className="flex w-32 shrink-0 justify-end">
          <StatusBadge delivery={delivery} />
        </span>
      </button>
      {isOpen ? (
        <div id={detailsId} className="pt-1 pr-2 pb-4 pl-9">
          <DeliveryDetails webhookId={webhookId} delivery={delivery} isActive={isActive} />
        </div>
      ) : null}
    </li>
  );
}

function StatusBadge({ delivery }: { readonly delivery: Delivery }) {
  const { status, isSending, responseStatus, attempts } = delivery;
  const code = responseStatus === null ? '' : ` · ${responseStatus}`;
  if (isSending) return <Badge>Sending</Badge>;
  if (status === 'delivered') return <Badge>{`Delivered${code}`}</Badge>;
  if (status === 'skipped') return <Badge>Skipped</Badge>;
  if (status === 'failed') return <Badge tone="danger">{`Failed${code}`}</Badge>;
  return attempts === 0 ? <Badge>Waiting</Badge> : <Badge tone="danger">{`Retrying${code}`}</Badge>;
}

function DeliveryDetails({ webhookId, delivery, isActive }: DeliveryRowProps) {
  const { id, event, promptId, status, isSending, attempts, attemptedAt, durationMs, error } =
    delivery;
  const isRetrying = status === 'pending' && attempts > 0 && !isSending;
  const resend = useMutation(resendDelivery(webhookId));

  async function handleResend() {
    try {
      await resend.mutateAsync(id);
      toast.success('It is being sent again.');
    } catch (reason) {
      toast.error(toDataError(reason).message);
    }
  }

  return (
    <>
      {error === null ? null : <p className="mb-2 text-sm text-danger-ink">{error}</p>}
      <p className="text-xs text-ink-quiet">
        {attemptedAt === null
          ? 'Not sent yet'
          : `${formatCount(attempts, 'attempt')}, the last on ${exactTime(new Date(attemptedAt))}`}
        {durationMs === null ? null : `, took ${durationMs} ms`}
        {isRetrying ? ` · next on ${exactTime(new Date(delivery.nextAttemptAt))}` : null}
      </p>
      <p className="mt-0.5 text-xs break-all text-ink-quiet">
        Id <span className="font-mono select-all">{id}</span>
      </p>
      {attemptedAt === null || status === 'skipped' ? null : <RequestBody delivery={delivery} />}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="small"
          busy={resend.isPending}
          disabled={!isActive || isSending}
          onClick={() => void handleResend()}
        >
          {status === 'pending' ? 'Send now' : 'Send again'}
        </Button>
        {promptId === null || event === 'prompt.deleted' ? null : (
          <Link to={routes.prompt(promptId)} className={cx(textLinkClass, 'text-sm')}>
            Open the prompt
          </Link>
        )}
        {isActive ? null : (
          <span className="text-xs text-ink-quiet">Resume the webhook to send it again.</span>
        )}
      </div>
    </>
  );
}

function RequestBody({ delivery }: { readonly delivery: Delivery }) {
  const body = useQuery(deliveryBodyQuery(delivery));
  if (body.isPending) return <p className="mt-3 text-xs text-ink-quiet">Loading the request…</p>;
  if (body.isError) {
    return (
      <p role="alert" className="mt-3 text-sm text-danger-ink">
        {`The request could not be loaded: ${toDataError(body.error).message}`}
      </p>
    );
  }
  if (body.data === null) return null;
  return (
    <pre
      aria-label="Request body"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
      tabIndex={0}
      className="mt-3 max-h-80 overflow-auto rounded-md bg-sunken p-4 font-mono text-xs text-ink"
    >
      {formatJson(body.data)}
    </pre>
  );
}

function formatJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}
