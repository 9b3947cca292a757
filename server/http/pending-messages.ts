import type { IncomingMessage, ServerResponse } from 'node:http';

export interface PendingLimits {
  /**
   * How long a client may read nothing of a response that waits in memory; Node may wait twice as
   * long.
   */
  readonly unreadMs: number;
  /** The most bytes of responses that clients leave unread, and of requests that they don't end. */
  readonly maxBytes: number;
}

const defaultLimits: PendingLimits = { unreadMs: 30_000, maxBytes: 512 * 1024 * 1024 };
/** How often unfinished requests are measured. */
const measureMs = 1_000;

/** Bodies up to this length are not counted. */
const smallBody = 64 * 1024;

/** Uploads go to the disk as they arrive. */
const uploadUrl = /^\/storage\/v1\//;

/** Less than this waits without a limit, such as the last part of a file. */
const smallRest = 1024 * 1024;

/** A request that has not arrived as a whole, or a response that its client has not read. */
interface Pending {
  readonly address: string | undefined;
  /** Returns how many bytes of it are in memory. */
  length(): number;
  end(): void;
}

/** Bounds the memory of responses that clients leave unread, and of requests that they don't end. */
export class PendingMessages {
  // The first of each waits longest.
  readonly #unread = new Set<Pending>();
  readonly #unfinished = new Set<Pending>();
  readonly #limits: PendingLimits;
  readonly #measuring: NodeJS.Timeout;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
    this.#measuring = setInterval(
      () => endUntilFits(this.#unfinished, limits.maxBytes),
      measureMs,
    ).unref();
  }

  /** Counts a request until it has arrived, and its response until it is read. */
  watch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    const { remoteAddress: address } = socket;
    // Node starts over whenever the client reads, and ends the connection otherwise.
    outgoing.once('prefinish', () => {
      if (outgoing.writableLength <= smallRest) return;
      outgoing.socket?.setTimeout(this.#limits.unreadMs);
      keepUntilClosed(outgoing, this.#unread, {
        address,
        length: () => outgoing.writableLength,
        end: () => outgoing.destroy(),
      });
      endUntilFits(this.#unread, this.#limits.maxBytes);
    });
    if (isLarge(incoming) && !uploadUrl.test(incoming.url ?? '')) {
      const before = socket.bytesRead;
      keepUntilClosed(outgoing, this.#unfinished, {
        address,
        // A request that has arrived still waits for its response.
        length: () => (incoming.complete ? 0 : socket.bytesRead - before),
        end: () => socket.destroy(),
      });
    }
  }

  /** Measures no more. */
  close(): void {
    clearInterval(this.#measuring);
  }
}

function keepUntilClosed(outgoing: ServerResponse, all: Set<Pending>, message: Pending): void {
  all.add(message);
  outgoing.once('close', () => all.delete(message));
}

/** Returns whether a request has a large body, or one of an unknown length. */
function isLarge({ headers }: IncomingMessage): boolean {
  return (
    Number(headers['content-length'] ?? 0) > smallBody || headers['transfer-encoding'] !== undefined
  );
}

/**
 * Ends messages until the others are no longer than `maxBytes` together, or one is left: each time the
 * one that waits longest of the address with most bytes. A client that sends or reads a little now and
 * then could keep many in memory otherwise.
 */
function endUntilFits(pending: Set<Pending>, maxBytes: number): void {
  const measured = [...pending].flatMap((message) => {
    const length = message.length();
    return length > 0 ? [{ message, length }] : [];
  });
  const sumOf = (messages: typeof measured) =>
    messages.reduce((sum, { length }) => sum + length, 0);
  const byAddress = [...Map.groupBy(measured, ({ message }) => message.address).values()].map(
    (messages) => ({ messages, length: sumOf(messages) }),
  );
  let left = measured.length;
  let total = sumOf(measured);
  while (total > maxBytes && left > 1) {
    const greediest = byAddress.reduce((most, each) => (each.length > most.length ? each : most));
    const oldest = greediest.messages.shift();
    if (oldest === undefined) return;
    greediest.length -= oldest.length;
    total -= oldest.length;
    left -= 1;
    pending.delete(oldest.message);
    oldest.message.end();
  }
}
