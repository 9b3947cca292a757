import { describe, expect, it } from 'vitest';
import { FairScheduler, type RequestKind, type Ticket } from './fair-scheduler.ts';

interface Entry {
  readonly name: string;
  readonly ticket: Ticket<Entry>;
}

/** Creates a scheduler with a clock that tests set. */
function scheduler({ connections = 4, maxWaiting = 100, maxWaitingPerCaller = 50 } = {}) {
  let now = 0;
  const fair = new FairScheduler<Entry>(
    { connections, maxWaiting, maxWaitingPerCaller },
    () => now,
  );
  const ticket = (caller: string, kind: RequestKind = 'quick', expectedMs = 10) =>
    fair.createTicket(caller, kind, expectedMs);
  return {
    fair,
    pass: (ms: number) => (now += ms),
    ticket,
    /** Starts as many requests of a caller as may start, and returns them. */
    startAll: (caller: string, kind: RequestKind, count: number) => {
      const started: Ticket<Entry>[] = [];
      for (let n = 0; n < count; n += 1) {
        const each = ticket(caller, kind);
        if (!fair.mayStart(each, true)) break;
        fair.start(each);
        started.push(each);
      }
      return started;
    },
    run: (caller: string, durationMs: number) => {
      const each = ticket(caller);
      fair.start(each);
      fair.finish(each, durationMs);
    },
    wait: (name: string, caller: string, kind: RequestKind = 'quick', expectedMs = 10) =>
      fair.add({ name, ticket: ticket(caller, kind, expectedMs) })?.name ?? null,
    /** Starts the waiting requests one by one, each of which takes `durationMs`. */
    order: (durationMs = 10) => {
      const names: string[] = [];
      for (let next = fair.next(true); next !== null; next = fair.next(true)) {
        fair.remove(next);
        fair.start(next.ticket);
        fair.finish(next.ticket, durationMs);
        names.push(next.name);
      }
      return names;
    },
  };
}

describe('FairScheduler: the order of waiting requests', () => {
  it('alternates between callers, however many requests one of them has', () => {
    const { wait, order } = scheduler();
    for (const name of ['a1', 'a2', 'a3', 'a4']) wait(name, 'a');
    for (const name of ['b1', 'b2']) wait(name, 'b');
    expect(order()).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('takes turns among callers with equal usage', () => {
    const { wait, order } = scheduler();
    for (const caller of ['a', 'b', 'c']) {
      wait(`${caller}1`, caller);
      wait(`${caller}2`, caller);
    }
    expect(order(0)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  });

  it('prefers who used less time lately, for all of their requests', () => {
    const { run, wait, order } = scheduler();
    run('busy', 1_000);
    for (const name of ['busy1', 'busy2']) wait(name, 'busy');
    for (const name of ['page1', 'page2', 'page3']) wait(name, 'visitor');
    expect(order()).toEqual(['page1', 'page2', 'page3', 'busy1', 'busy2']);
  });

  it('lets nobody wait long behind others who used a little less', () => {
    const { run, pass, wait, order } = scheduler();
    run('a', 130);
    run('b', 100);
    run('c', 100);
    run('busy', 1_000);
    for (const caller of ['busy', 'a']) wait(caller, caller);
    pass(99);
    wait('b', 'b');
    pass(1);
    wait('c', 'c');
    expect(order()).toEqual(['a', 'b', 'c', 'busy']);
  });

  it('counts the wait since the last turn, so that many requests of one caller wait in turns', () => {
    const { run, pass, wait, order } = scheduler();
    run('b', 5);
    for (const name of ['a1', 'a2']) wait(name, 'a');
    pass(100);
    wait('b', 'b');
    expect(order()).toEqual(['a1', 'b', 'a2']);
  });

  it('prefers a quick request over slow ones of callers who have used nothing yet', () => {
    const { run, wait, order } = scheduler();
    run('visitor', 100);
    wait('regex', 'new', 'slow', 1_000);
    wait('list', 'visitor', 'quick', 5);
    expect(order()).toEqual(['list', 'regex']);
  });

  it('forgets usage after a while, so that nobody waits for ever', () => {
    const { run, pass, wait, order } = scheduler();
    run('earlier', 1_000);
    pass(60_000);
    run('now', 100);
    wait('now', 'now');
    wait('earlier', 'earlier');
    expect(order()).toEqual(['earlier', 'now']);
  });

  it('keeps the order of usage over hours', () => {
    const { run, pass, wait, order } = scheduler();
    for (let minute = 0; minute < 300; minute += 1) {
      run('busy', 1_000);
      run('visitor', 10);
      pass(60_000);
    }
    wait('busy', 'busy');
    wait('visitor', 'visitor');
    expect(order()).toEqual(['visitor', 'busy']);
  });

  it('removes a request that timed out', () => {
    const { fair, wait, order } = scheduler();
    wait('a1', 'a');
    wait('a2', 'a');
    const first = fair.next(true);
    if (first !== null) fair.remove(first);
    expect(fair.waitingCount).toBe(1);
    expect(order()).toEqual(['a2']);
  });
});

describe('FairScheduler: shares of the connections', () => {
  it.each([
    [1, 1, 1, 1, 1],
    [2, 1, 1, 1, 1],
    [4, 3, 2, 1, 2],
    [8, 6, 4, 2, 5],
    [16, 12, 8, 4, 11],
  ])(
    'of %i: a caller gets %i for quick requests, %i for others, %i for slow ones, and all %i for slow ones',
    (connections, quick, ordinary, slow, allSlow) => {
      const started = (kind: RequestKind) => scheduler({ connections }).startAll('a', kind, 99);
      expect(started('quick')).toHaveLength(quick);
      expect(started('ordinary')).toHaveLength(ordinary);
      expect(started('slow')).toHaveLength(slow);
      const { startAll } = scheduler({ connections });
      const slowOnes = Array.from({ length: 99 }, (_, n) => startAll(`caller ${n}`, 'slow', 1));
      expect(slowOnes.flat()).toHaveLength(allSlow);
    },
  );

  it('reserves a connection for quick requests, whoever sends the others', () => {
    const { fair, startAll, ticket } = scheduler({ connections: 4 });
    for (const caller of ['a', 'b', 'c', 'd']) startAll(caller, 'ordinary', 1);
    expect(fair.mayStart(ticket('e', 'ordinary'), true)).toBe(false);
    expect(fair.mayStart(ticket('e', 'quick'), true)).toBe(true);
  });

  it('leaves half of the connections for slow requests to others than long ones', () => {
    const { fair, startAll, ticket } = scheduler({ connections: 8 });
    const long = ['a', 'b', 'c', 'd'].flatMap((caller) => startAll(caller, 'long', 1));
    expect(long).toHaveLength(2);
    expect(fair.mayStart(ticket('e', 'slow'), true)).toBe(true);
    for (const ticketOfLong of long) fair.finish(ticketOfLong, 1_000);
    expect(startAll('e', 'long', 9)).toHaveLength(2);
  });

  it('lets a request that may run pass those that may not, also of its own caller', () => {
    const { startAll, wait, order, fair } = scheduler({ connections: 4 });
    const [running] = startAll('a', 'slow', 1);
    wait('slow', 'a', 'slow');
    wait('list', 'a');
    expect(order()).toEqual(['list']);
    if (running !== undefined) fair.finish(running, 500);
    expect(order()).toEqual(['slow']);
  });

  it('does not count a request sent behind another as a connection', () => {
    const { fair, startAll, ticket } = scheduler({ connections: 4 });
    startAll('a', 'quick', 99);
    expect(fair.mayStart(ticket('a'), true)).toBe(false);
    expect(fair.mayStart(ticket('a'), false)).toBe(true);
  });
});

describe('FairScheduler: bounded queues', () => {
  it('bounds the requests of one caller', () => {
    const { fair, wait, ticket } = scheduler({ maxWaitingPerCaller: 2 });
    wait('a1', 'a');
    expect(fair.isFullFor(ticket('a'))).toBe(false);
    wait('a2', 'a');
    expect(fair.isFullFor(ticket('a'))).toBe(true);
    expect(fair.isFullFor(ticket('b'))).toBe(false);
  });

  it('refuses the newest of the caller with the most if the queue is full', () => {
    const { fair, wait } = scheduler({ maxWaiting: 3 });
    expect([wait('a1', 'a'), wait('a2', 'a'), wait('b1', 'b')]).toEqual([null, null, null]);
    expect(['a', 'b', 'c'].map((caller) => fair.wouldRefuse(caller))).toEqual([true, true, false]);
    expect(wait('c1', 'c')).toBe('a2');
    expect(['a', 'b', 'c'].map((caller) => fair.wouldRefuse(caller))).toEqual([true, true, true]);
    expect(wait('a3', 'a')).toBe('a3');
    expect(fair.waitingCount).toBe(3);
    expect(fair.removeAll().map(({ name }) => name)).toEqual(['b1', 'c1', 'a1']);
    expect(fair.waitingCount).toBe(0);
  });
});
