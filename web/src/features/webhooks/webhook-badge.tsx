import type { Webhook } from '#web/data/webhooks/webhooks.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';

/** Says that a webhook is paused or fails; nothing if it works. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const { isActive, pausedBecause, failingSince } = webhook;
  if (!isActive) return <Badge tone={pausedBecause === null ? 'neutral' : 'danger'}>Paused</Badge>;
  return failingSince === null ? null : <Badge tone="danger">Failing</Badge>;
}
