import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AddressTimes, processorMs } from './address-rates.ts';

/** Shorter requests, with their headers, are parsed in some 2 ms at most. */
const longHead = 4 * 1024;
const longBody = 16 * 1024;
/** How fast JSON is parsed and validated. */
const bodyBytesPerMs = 10_000;
/** Threads parse longer bodies, or the disk gets them. */
const maxBodyBytes = 256 * 1024;
/** Each may have 64 KiB of URL and headers in memory. */
const maxWaiting = 2_000;

/** The length of the body; that of the longest that counts, if the client doesn't say. */
function bodyLength({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return maxBodyBytes;
  return Math.min(Number(headers['content-length'] ?? 0), maxBodyBytes);
}

function isLong(incoming: IncomingMessage): boolean {
  let length = incoming.url?.length ?? 0;
  for (const header of incoming.rawHeaders) length += header.length;
  return length > longHead || bodyLength(incoming) > longBody;
}

/**
 * Lets network addresses take turns at the process with long requests: of each it starts one in a round
 * of the event loop. One whose long requests took its share waits, so that three quarters of the process
 * are left to others.
 */
export function takeTurns(
  listener: RequestListener,
  addressOf: (incoming: IncomingMessage) => string,
): RequestListener {
  type Queue = [IncomingMessage, ServerResponse][];
  const queues = new Map<string, Queue>();
  const times = new AddressTimes();

  function startNext(address: string, queue: Queue): void {
    let startedAt = 0;
    let bodyMs = 0;
    setImmediate(() => {
      startedAt = processorMs();
      const [incoming, outgoing] = queue.shift() ?? [];
      if (incoming === undefined || outgoing === undefined || incoming.socket.destroyed) return;
      bodyMs = bodyLength(incoming) / bodyBytesPerMs;
      listener(incoming, outgoing);
    });
    // The promise callbacks of the start have run by then.
    setImmediate(() => {
      const tookMs = processorMs() - startedAt + bodyMs;
      const pauseMs = times.spend(address, tookMs);
      if (pauseMs > 0) setTimeout(startNext, pauseMs, address, queue);
      else if (queue.length > 0) startNext(address, queue);
      else queues.delete(address);
    });
  }

  return (incoming, outgoing) => {
    if (!isLong(incoming)) {
      listener(incoming, outgoing);
      return;
    }
    const address = addressOf(incoming);
    const queue = queues.get(address) ?? [];
    if (queue.length >= maxWaiting) {
      incoming.socket.destroy();
      return;
    }
    queue.push([incoming, outgoing]);
    if (queues.has(address)) return;
    queues.set(address, queue);
    startNext(address, queue);
  };
}
