/** How long a request is expected to hold a connection. */
export type RequestKind =
  /** Its statement was quick lately. */
  | 'quick'
  /** Its statement is new, or its time depends on the values. */
  | 'ordinary'
  /** Its statement was slow lately, or may take any time. */
  | 'slow'
  /** It is slow, and may take minutes. */
  | 'long';

interface CallerState<Entry> {
  /** The time for which the caller held connections, weighted by how recent it is. */
  usage: number;
  running: number;
  /** How many of the running requests are not quick. */
  ordinary: number;
  slow: number;
  readonly waiting: Entry[];
  /** When its last request started. */
  servedAt: number;
}

/** A request of a caller, from its arrival to its end. */
export interface Ticket<Entry> {
  readonly caller: CallerState<Entry>;
  readonly kind: RequestKind;
  readonly createdAt: number;
  /** How long it will probably hold a connection. */
  readonly expectedMs: number;
}

export interface SchedulerLimits {
  readonly connections: number;
  /** How many requests may wait, of all callers and of one. */
  readonly maxWaiting: number;
  readonly maxWaitingPerCaller: number;
}

/** The share of connections for each kind of request. */
interface Shares {
  /** Connections for other than quick requests; the rest is reserved for quick ones. */
  readonly ordinary: number;
  readonly ordinaryPerCaller: number;
  readonly slow: number;
  readonly slowPerCaller: number;
  /** Of those for slow requests, how many long ones may have: a busy machine makes all requests slow. */
  readonly long: number;
}

function sharesOf(connections: number): Shares {
  const quarter = Math.max(1, Math.floor(connections / 4));
  const ordinary = Math.max(1, connections - quarter);
  const allButOne = Math.max(1, ordinary - 1);
  return {
    ordinary,
    ordinaryPerCaller: Math.min(Math.ceil(connections / 2), allButOne),
    slow: allButOne,
    slowPerCaller: quarter,
    long: Math.max(1, Math.floor(allButOne / 2)),
  };
}

const halfLifeMs = 10_000;
/** How long a request waits until what its caller used counts half. */
const halvingWaitMs = 100;
/** Weights grow with time, and numbers lose precision long before they overflow. */
const maxWeight = 2 ** 40;
const maxCallers = 10_000;

/**
 * Decides which request gets the next connection (or thread), and which ones have to leave
 * connections to others. Of the waiting callers, the one who used the least time lately is next,
 * counting what the request will probably take; each caller's requests stay in order. So a person
 * who clicks is served before those who send requests all the time. While a request waits, what its
 * caller used counts less, down to half: of many who use about the same, nobody waits long. It knows
 * no connections and has no timers.
 */
export class FairScheduler<Entry extends { readonly ticket: Ticket<Entry> }> {
  readonly #limits: SchedulerLimits;
  readonly #shares: Shares;
  readonly #now: () => number;
  readonly #callers = new Map<string, CallerState<Entry>>();
  /** The callers with waiting requests; those who were served last come last. */
  readonly #waitingCallers = new Set<CallerState<Entry>>();
  #waitingCount = 0;
  #ordinary = 0;
  #slow = 0;
  #long = 0;
  #epoch: number;

  constructor(limits: SchedulerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#shares = sharesOf(limits.connections);
    this.#now = now;
    this.#epoch = now();
  }

  get waitingCount(): number {
    return this.#waitingCount;
  }

  createTicket(caller: string, kind: RequestKind, expectedMs: number): Ticket<Entry> {
    let state = this.#callers.get(caller);
    if (state === undefined) {
      if (this.#callers.size >= maxCallers) this.#forgetIdleCallers();
      state = { usage: 0, running: 0, ordinary: 0, slow: 0, waiting: [], servedAt: 0 };
      this.#callers.set(caller, state);
    }
    return { caller: state, kind, createdAt: this.#now(), expectedMs };
  }

  /**
   * Returns whether a request may run, as far as shares go. `alone`: it takes a connection of its
   * own. The reserved ones are left to other callers.
   */
  mayStart({ caller, kind }: Ticket<Entry>, alone: boolean): boolean {
    const shares = this.#shares;
    if (alone && caller.running >= shares.ordinary) return false;
    if (kind === 'quick') return true;
    if (this.#ordinary >= shares.ordinary || caller.ordinary >= shares.ordinaryPerCaller) {
      return false;
    }
    if (kind === 'ordinary') return true;
    if (this.#slow >= shares.slow || caller.slow >= shares.slowPerCaller) return false;
    return kind === 'slow' || this.#long < shares.long;
  }

  start(ticket: Ticket<Entry>): void {
    this.#count(ticket, 1);
    ticket.caller.servedAt = this.#now();
  }

  /** Ends a request that was started, and charges its caller for the time it took. */
  finish(ticket: Ticket<Entry>, durationMs: number): void {
    this.#count(ticket, -1);
    const weight = this.#weight();
    ticket.caller.usage += durationMs * weight;
    if (weight > maxWeight) this.#rebase(weight);
  }

  /**
   * Adds a waiting request. Returns the one that has to leave because too many wait: the last one of
   * the caller with the most waiting requests, which may be the new one. Returns null otherwise.
   */
  add(entry: Entry): Entry | null {
    const { caller } = entry.ticket;
    caller.waiting.push(entry);
    this.#waitingCallers.add(caller);
    this.#waitingCount += 1;
    if (this.#waitingCount <= this.#limits.maxWaiting) return null;
    const longest = this.#findLongerQueue(caller.waiting.length) ?? caller;
    const evicted = longest.waiting.at(-1);
    if (evicted === undefined) return null;
    this.remove(evicted);
    return evicted;
  }

  /** Returns whether {@link add} would remove one more request of a caller at once. */
  wouldRefuse(name: string): boolean {
    if (this.#waitingCount < this.#limits.maxWaiting) return false;
    const ownCount = this.#callers.get(name)?.waiting.length ?? 0;
    return this.#findLongerQueue(ownCount + 1) === null;
  }

  /** Returns whether a caller has as many waiting requests as one may have. */
  isFullFor({ caller }: Ticket<Entry>): boolean {
    return caller.waiting.length >= this.#limits.maxWaitingPerCaller;
  }

  /**
   * Returns the waiting request that is next: the one after which its caller will have used least.
   * After {@link halvingWaitMs} without a turn, half of that counts. Returns null if none may start.
   */
  next(alone: boolean): Entry | null {
    const now = this.#now();
    const weight = this.#weight();
    let best: Entry | null = null;
    let lowest = Infinity;
    for (const caller of this.#waitingCallers) {
      const usage = caller.usage / weight;
      if (usage / 2 >= lowest) continue;
      const entry = caller.waiting.find((each) => this.mayStart(each.ticket, alone));
      if (entry === undefined) continue;
      const { createdAt, expectedMs } = entry.ticket;
      const waitedMs = now - Math.max(createdAt, caller.servedAt);
      const rank = (usage + expectedMs) / (1 + Math.min(waitedMs / halvingWaitMs, 1));
      if (rank >= lowest) continue;
      best = entry;
      lowest = rank;
    }
    return best;
  }

  /** Removes a waiting request, which starts, leaves or timed out. */
  remove(entry: Entry): void {
    const { caller } = entry.ticket;
    const at = caller.waiting.indexOf(entry);
    if (at < 0) return;
    caller.waiting.splice(at, 1);
    this.#waitingCount -= 1;
    this.#waitingCallers.delete(caller);
    if (caller.waiting.length > 0) this.#waitingCallers.add(caller);
  }

  /** Removes and returns all waiting requests. */
  removeAll(): Entry[] {
    const entries = [...this.#waitingCallers].flatMap(({ waiting }) => waiting.splice(0));
    this.#waitingCallers.clear();
    this.#waitingCount = 0;
    return entries;
  }

  /** Returns the caller with the most waiting requests if these are more than `count`, or null. */
  #findLongerQueue(count: number): CallerState<Entry> | null {
    let longest: CallerState<Entry> | null = null;
    for (const caller of this.#waitingCallers) {
      if (caller.waiting.length > (longest?.waiting.length ?? count)) longest = caller;
    }
    return longest;
  }

  #count({ caller, kind }: Ticket<Entry>, by: 1 | -1): void {
    caller.running += by;
    if (kind === 'quick') return;
    caller.ordinary += by;
    this.#ordinary += by;
    if (kind === 'ordinary') return;
    caller.slow += by;
    this.#slow += by;
    if (kind === 'long') this.#long += by;
  }

  /** Returns the weight of time that is used now: recent time counts more. */
  #weight(): number {
    return 2 ** ((this.#now() - this.#epoch) / halfLifeMs);
  }

  /** Restarts the weights at 1. */
  #rebase(weight: number): void {
    this.#forgetIdleCallers();
    for (const caller of this.#callers.values()) caller.usage /= weight;
    this.#epoch = this.#now();
  }

  #forgetIdleCallers(): void {
    for (const [name, { running, waiting }] of this.#callers) {
      if (running === 0 && waiting.length === 0) this.#callers.delete(name);
    }
  }
}
