import type { Config } from '#server/config.ts';
import { createBoundedCache } from '#server/http/bounded-cache.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';

/** Limits per connection, so that one client can't lock out others. */
export interface Limits {
  /** Connections to this process. */
  readonly connections: number;
  /** Channels that one connection may have joined. */
  readonly channels: number;
  readonly joinsPerSecond: number;
  readonly messagesPerSecond: number;
  readonly payloadBytes: number;
  /** Bytes that may wait for a slow client before it is disconnected. */
  readonly bufferedBytes: number;
  /** A client that sent nothing for so long, not even a heartbeat, is disconnected. */
  readonly idleMs: number;
  /** The policies of a private topic are asked again after so long. */
  readonly rightsMs: number;
}

export function limitsFor(config: Config): Limits {
  const payloadBytes = config.REALTIME_PAYLOAD_KB * 1024;
  return {
    connections: Math.ceil(config.REALTIME_CONNECTIONS / config.WEB_PROCESSES),
    channels: config.REALTIME_CHANNELS,
    joinsPerSecond: config.REALTIME_JOINS,
    messagesPerSecond: config.REALTIME_MESSAGES,
    payloadBytes,
    bufferedBytes: Math.max(4 * payloadBytes, 4 * 1024 * 1024),
    idleMs: 60_000,
    rightsMs: 30_000,
  };
}

/** A token bucket that holds one second's allowance. */
export class RateLimit {
  readonly #perSecond: number;
  #tokens: number;
  #refilledAt: number;

  constructor(perSecond: number, nowMs: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#refilledAt = nowMs;
  }

  /** Takes `count` tokens, or returns false and takes none if there are too few. */
  take(nowMs: number, count = 1): boolean {
    const elapsed = Math.max(0, nowMs - this.#refilledAt) / 1000;
    this.#tokens = Math.min(this.#perSecond, this.#tokens + elapsed * this.#perSecond);
    this.#refilledAt = nowMs;
    if (this.#tokens < count) return false;
    this.#tokens -= count;
    return true;
  }

  /** How long it takes until there are no fewer tokens than none. */
  get debtMs(): number {
    return (Math.max(0, -this.#tokens) / this.#perSecond) * 1000;
  }

  /** Takes tokens for what was sent through another node, even if there are too few. */
  spend(nowMs: number, count: number): void {
    this.take(nowMs, 0);
    this.#tokens -= count;
  }
}

const maxTrackedAddresses = 10_000;

/** The token buckets of network addresses. */
export class AddressRates {
  readonly #perSecond: number;
  readonly #rates = createBoundedCache<RateLimit>(maxTrackedAddresses);

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Returns the tokens of an address; an IPv6 network has them together. */
  of(address: string, nowMs: number): RateLimit {
    const subject = addressSubject(address);
    const rate = this.#rates.get(subject) ?? new RateLimit(this.#perSecond, nowMs);
    this.#rates.set(subject, rate);
    return rate;
  }
}

/** Milliseconds per second that the process spends on messages of one network address. */
const handlingMs = 250;
/** The longest that a connection isn't read: less than its heartbeats may be late. */
const maxPauseMs = 30_000;

/**
 * Bounds the time that the process spends on messages of each network address, since their number says
 * little: one may have a hundred thousand values, or a thousand receivers.
 */
export class AddressTimes {
  readonly #times = new AddressRates(handlingMs);

  /**
   * Counts what a message took from `startMs` to `endMs`. Returns for how many milliseconds its
   * connection must not be read, so that others get their turn.
   */
  spend(address: string, startMs: number, endMs: number): number {
    const time = this.#times.of(address, startMs);
    time.spend(endMs, endMs - startMs);
    return Math.min(time.debtMs, maxPauseMs);
  }
}
