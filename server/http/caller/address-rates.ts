import { createBoundedCache } from '../bounded-cache.ts';
import { addressSubject } from './client-address.ts';

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

/** Milliseconds per second that the process spends on costly requests or messages of an address. */
const shareMs = 250;
/** The longest pause: less than the heartbeats of a realtime connection may be late. */
const maxPauseMs = 30_000;

/** The processor time of this thread so far, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Bounds the processor time that the process spends on each network address. The number of its requests
 * or messages says little: one may have ten thousand values, or a thousand receivers.
 */
export class AddressTimes {
  readonly #times = new AddressRates(shareMs);

  /** Returns for how many milliseconds the address must wait, so that others get their turn. */
  pauseMs(address: string, nowMs: number = performance.now()): number {
    const time = this.#times.of(address, nowMs);
    time.take(nowMs, 0);
    return Math.min(time.debtMs, maxPauseMs);
  }

  /** Counts what a request or message has just taken. Returns for how long the address must wait. */
  spend(address: string, tookMs: number, nowMs: number = performance.now()): number {
    this.#times.of(address, nowMs).spend(nowMs, tookMs);
    return this.pauseMs(address, nowMs);
  }
}
