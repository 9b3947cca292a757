import { FairScheduler, type Ticket } from './fair-scheduler.ts';

/** Too much work waits already. */
export class TooMuchWaits extends Error {
  override name = 'TooMuchWaits';
}

/** Runs costly work, a limited number at once; callers take turns. */
export interface FairLimit {
  /** Rejects with {@link TooMuchWaits} if the queue is full and the caller has most of it. */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>;
  /** Returns whether {@link run} would refuse work of a caller now. */
  isFullFor(caller: string): boolean;
  readonly waitingCount: number;
}

interface Waiter {
  readonly ticket: Ticket<Waiter>;
  readonly start: () => void;
  readonly reject: (error: Error) => void;
}

export function createFairLimit(atOnce: number, maxWaiting: number): FairLimit {
  const scheduler = new FairScheduler<Waiter>({
    connections: atOnce,
    maxWaiting,
    maxWaitingPerCaller: maxWaiting,
  });
  let running = 0;

  function startWaiting(): void {
    while (running < atOnce) {
      const next = scheduler.next(true);
      if (next === null) return;
      running += 1;
      scheduler.remove(next);
      scheduler.start(next.ticket);
      next.start();
    }
  }

  return {
    isFullFor: (caller) => scheduler.wouldRefuse(caller),
    get waitingCount() {
      return scheduler.waitingCount;
    },
    async run(caller, work) {
      const ticket = scheduler.createTicket(caller, 'quick', 0);
      await new Promise<void>((start, reject) => {
        scheduler.add({ ticket, start, reject })?.reject(new TooMuchWaits('Too much work waits.'));
        startWaiting();
      });
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        running -= 1;
        scheduler.finish(ticket, performance.now() - startedAt);
        startWaiting();
      }
    },
  };
}
