import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { AddressTimes, processorMs } from './address-rates.ts';

/** A request that takes less of the processor keeps nobody waiting, and isn't counted. */
const shortMs = 2;
/** How fast JSON is parsed and validated. */
const bodyBytesPerMs = 10_000;
/** Threads parse longer bodies, or the disk gets them. */
const maxBodyBytes = 256 * 1024;
/** Each may have 64 KiB of URL and headers in memory. */
const maxWaiting = 2_000;

function estimateBodyMs({ headers }: IncomingMessage): number {
  const isChunked = headers['transfer-encoding'] !== undefined;
  const bytes = isChunked ? maxBodyBytes : Number(headers['content-length'] ?? 0);
  return Math.min(bytes, maxBodyBytes) / bodyBytesPerMs;
}

/**
 * Lets network addresses take turns at the process: of each it starts one request in a round of the
 * event loop. One whose costly requests, by their start or their body, took its share waits, so that
 * three quarters of the process are left to others.
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
      bodyMs = estimateBodyMs(incoming);
      listener(incoming, outgoing);
    });
    // The promise callbacks of the start have run by then.
    setImmediate(() => {
      const tookMs = processorMs() - startedAt + bodyMs;
      const pauseMs = tookMs > shortMs ? times.spend(address, tookMs) : 0;
      if (pauseMs > 0) setTimeout(startNext, pauseMs, address, queue);
      else if (queue.length > 0) startNext(address, queue);
      else queues.delete(address);
    });
  }

  return (incoming, outgoing) => {
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
