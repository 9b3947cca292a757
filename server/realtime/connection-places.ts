import { addressSubject } from '#server/http/caller/client-address.ts';

/**
 * The places for connections, which network addresses share once all are taken: a newcomer gets the
 * place of the address that has most.
 */
export class ConnectionPlaces<Connection> {
  readonly #count: number;
  readonly #byAddress = new Map<string, Set<Connection>>();
  #taken = 0;

  constructor(count: number) {
    this.#count = count;
  }

  /** Whether a connection of an address would get a place. */
  hasRoomFor(address: string): boolean {
    return this.#taken < this.#count || this.#largest(addressSubject(address)) !== null;
  }

  /**
   * Gives a connection a place if {@link hasRoomFor} its address. Returns the connection that has to
   * leave for it, or null.
   */
  take(address: string, connection: Connection): Connection | null {
    const subject = addressSubject(address);
    const leaving = this.#taken < this.#count ? null : (this.#largest(subject)?.at(-1) ?? null);
    const own = this.#byAddress.get(subject) ?? new Set();
    this.#byAddress.set(subject, own.add(connection));
    this.#taken += 1;
    return leaving;
  }

  release(address: string, connection: Connection): void {
    const subject = addressSubject(address);
    const own = this.#byAddress.get(subject);
    if (own?.delete(connection) !== true) return;
    this.#taken -= 1;
    if (own.size === 0) this.#byAddress.delete(subject);
  }

  /** Returns the connections of the address with most, if it keeps more than a newcomer will have. */
  #largest(newcomer: string): Connection[] | null {
    let largest: ReadonlySet<Connection> | null = null;
    for (const own of this.#byAddress.values()) {
      if (own.size > (largest?.size ?? 0)) largest = own;
    }
    const ownCount = this.#byAddress.get(newcomer)?.size ?? 0;
    return largest !== null && largest.size > ownCount + 1 ? [...largest] : null;
  }
}
