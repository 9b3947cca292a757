import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureOf } from '#web/data/backend/query-failure.ts';
import { deliveriesQuery } from '#web/data/webhooks/deliveries.ts';
import { refetchWebhooks } from '#web/data/webhooks/webhooks.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#web/ui/list/skeleton.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { LoadMoreButton } from '#web/ui/list/load-more-button.tsx';

interface DeliveryListProps {
  readonly userId: string;
  readonly webhookId: string;
  readonly isActive: boolean;
}

/** The deliveries of a webhook, newest first. */
export function DeliveryList({ userId, webhookId, isActive }: DeliveryListProps) {
  const client = useQueryClient();
  const deliveries = useInfiniteQuery(deliveriesQuery(webhookId));
  const { data } = deliveries;
  const lastData = useRef(data);
  // A delivery that fails may pause the webhook, and one that arrives ends that it fails. The first
  // list is read together with the webhook.
  useEffect(() => {
    if (lastData.current && lastData.current !== data) void refetchWebhooks(client, userId);
    lastData.current = data;
  }, [data, client, userId]);
  if (deliveries.isPending) {
    return <SkeletonRows count={3} label="Loading deliveries…" rowClassName="h-11" />;
  }
  if (!deliveries.data) {
    return <ErrorState title="The deliveries could not be loaded" {...failureOf(deliveries)} />;
  }
  if (deliveries.data.length === 0) {
    return (
      <p className="text-sm text-ink-soft">
        Nothing was sent yet. Send a test to see whether your program receives it.
      </p>
    );
  }
  return (
    <>
      <ol aria-label="Deliveries" className="border-t border-hairline">
        {deliveries.data.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhookId={webhookId}
            delivery={delivery}
            isActive={isActive}
          />
        ))}
      </ol>
      <LoadMoreButton
        list={deliveries}
        failure="Older deliveries could not be loaded. Try again."
      />
    </>
  );
}
