import type { IncomingMessage, RequestListener } from 'node:http';

/** A start that takes less of the processor keeps nobody waiting. */
const shortMs = 2;
/** How much longer than a start took an address waits for its next one. */
const waitFactor = 3;

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Lets network addresses take turns at the process: of each it starts one request in a round of the
 * event loop. After one whose start was costly, such as a long query, its address waits, so that
 * three quarters of the process are left to others.
 */
export function takeTurns(
  listener: RequestListener,
  addressOf: (incoming: IncomingMessage) => string,
): RequestListener {
  const queues = new Map<string, (() => void)[]>();

  function startNext(address: string, queue: (() => void)[]): void {
    let startedAt = 0;
    setImmediate(() => {
      startedAt = processorMs();
      queue.shift()?.();
    });
    // The promise callbacks of the start have run by then.
    setImmediate(() => {
      const tookMs = processorMs() - startedAt;
      if (tookMs > shortMs) setTimeout(startNext, tookMs * waitFactor, address, queue);
      else if (queue.length > 0) startNext(address, queue);
      else queues.delete(address);
    });
  }

  return (incoming, outgoing) => {
    const address = addressOf(incoming);
    const queue = queues.get(address) ?? [];
    queue.push(() => {
      if (!incoming.socket.destroyed) listener(incoming, outgoing);
    });
    if (queues.has(address)) return;
    queues.set(address, queue);
    startNext(address, queue);
  };
}
