import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { webhooksQuery } from '#web/data/webhooks/webhooks.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { describeEvents } from './describe-events.ts';
import { WebhookBadge } from './webhook-badge.tsx';

/** The user's webhooks, with loading, empty and error states. */
export function WebhookList({ userId }: { readonly userId: string }) {
  const webhooks = useQuery(webhooksQuery(userId));
  if (webhooks.isPending) {
    return <SkeletonRows count={2} label="Loading webhooks…" rowClassName="h-16" />;
  }
  if (!webhooks.data) {
    return <ErrorState title="Your webhooks could not be loaded" {...failureOf(webhooks)} />;
  }
  if (webhooks.data.length === 0) {
    return (
      <EmptyState
        title="No webhooks yet"
        text="A webhook tells your program when a prompt changes or a label moves, so that it need not ask."
      />
    );
  }
  return (
    <ul aria-label="Webhooks" className="border-t border-hairline">
      {webhooks.data.map((webhook) => (
        <li
          key={webhook.id}
          className="relative flex items-center gap-4 border-b border-hairline px-2 py-3 transition-colors hover:bg-sunken sm:px-4"
        >
          <WebhookIcon size={20} strokeWidth={1.75} className="shrink-0 text-ink-quiet" />
          <div className="min-w-0 flex-1">
            <p className="flex items-center gap-2">
              <Link
                to={routes.webhook(webhook.id)}
                className="min-w-0 truncate text-sm font-medium after:absolute after:inset-0"
              >
                {webhook.url}
              </Link>
              <span className="shrink-0">
                <WebhookBadge webhook={webhook} />
              </span>
            </p>
            <p className="mt-0.5 text-xs break-words text-ink-quiet">
              {describeEvents(webhook.events)}
              {webhook.limitName === null ? null : ` · only in ${webhook.limitName}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
