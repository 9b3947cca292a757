import { setTimeout as pause } from 'node:timers/promises';
import type { WantedChange } from './changes/change-feed.ts';
import { SubscriptionRefused } from './changes/filter.ts';
import type { Channel } from './channels/channel.ts';
import type { RealtimeServices } from './services.ts';
import { JoinRefused } from './topic-access.ts';

type Services = Pick<RealtimeServices, 'changes' | 'log'>;

interface Failure {
  readonly text: string;
  readonly isFinal: boolean;
}

/** How long a join waits for its subscription, unless the client says so, and at most. */
const waitMs = 15_000;
const maxWaitMs = 20_000;

const timedOut: Failure = {
  text: 'PostgresChangesSubscribeTimeout: The subscription to changes was not ready in time',
  isFinal: false,
};

/** Subscribes a channel to changes before its join is answered. Throws {@link JoinRefused}. */
export async function subscribeWithJoin(
  services: Services,
  channel: Channel,
  changes: readonly WantedChange[],
): Promise<void> {
  const requestedMs = channel.config.postgres_changes_options.timeout ?? waitMs;
  const timer = new AbortController();
  const failure = await Promise.race([
    subscribe(services, channel, changes),
    pause(Math.min(requestedMs, maxWaitMs), timedOut, { signal: timer.signal }),
  ]);
  timer.abort();
  if (failure === null) return;
  channel.close();
  throw new JoinRefused(failure.text);
}

/** Subscribes a channel to changes after its join was answered, and tells the client. */
export async function subscribeAfterJoin(
  services: Services,
  channel: Channel,
  changes: readonly WantedChange[],
): Promise<void> {
  const failure = await subscribe(services, channel, changes);
  if (!channel.isOpen) return;
  if (failure === null) {
    reportSubscribed(channel);
    return;
  }
  channel.sendSystem('postgres_changes', 'error', failure.text);
  // The client joins again, until the database is back.
  if (!failure.isFinal) channel.reset();
}

function refusalOf(reason: string): string {
  return `RealtimeDisabledForConfiguration: Unable to subscribe to changes with given parameters: ${reason}`;
}

/** Tells a client that has joined that it receives no changes. */
export function refuseChanges(channel: Channel, reason: string): void {
  channel.sendSystem('postgres_changes', 'error', refusalOf(reason));
}

export function reportSubscribed(channel: Channel): void {
  channel.sendSystem('postgres_changes', 'ok', 'Subscribed to PostgreSQL');
}

async function subscribe(
  services: Services,
  channel: Channel,
  changes: readonly WantedChange[],
): Promise<Failure | null> {
  try {
    channel.endSubscription = await services.changes.subscribe(channel, changes);
    if (!channel.isOpen) channel.endSubscription();
    return null;
  } catch (error) {
    const isFinal = error instanceof SubscriptionRefused;
    if (!isFinal) services.log.warn('a subscription to changes failed', { error });
    const reason = isFinal ? error.message : 'the database is not available';
    return { text: refusalOf(reason), isFinal };
  }
}

/** Starts the replication that messages from SQL come through, and tells a client that asked. */
export async function reportReplication(services: Services, channel: Channel): Promise<void> {
  const isAsked = channel.config.broadcast.replication_ready;
  try {
    await services.changes.start();
    if (isAsked && channel.isOpen) {
      channel.sendSystem('system', 'ok', 'Replication connection established');
    }
  } catch (error) {
    if (!(error instanceof SubscriptionRefused)) {
      services.log.warn('the replication connection cannot be opened', { error });
    }
    if (isAsked && channel.isOpen) {
      channel.fail('Replication connection was not established in time');
    }
  }
}
