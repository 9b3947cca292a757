import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { runPeriodically } from './run-periodically.ts';

const everyMs = 2_000;
let lines: string[];

function start(work: () => Promise<unknown>) {
  lines = [];
  const log = createLog('warn', (line) => lines.push(line));
  return runPeriodically({ everyMs, work, failure: 'it failed', log });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('runPeriodically', () => {
  it('starts no run while one goes on, so that a slow run leaves no backlog to stop', async () => {
    let finish = () => {};
    const work = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const stop = start(work);
    vi.advanceTimersByTime(10 * everyMs);
    expect(work).toHaveBeenCalledTimes(1);
    const stopped = stop();
    finish();
    await stopped;
    vi.advanceTimersByTime(10 * everyMs);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('goes on after failures, and logs them twice an hour', async () => {
    const stop = start(() => Promise.reject(new Error('no')));
    for (let run = 0; run < 1_799; run += 1) await vi.advanceTimersByTimeAsync(everyMs);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('it failed');
    await stop();
  });

  it('logs a failure after a success at once', async () => {
    let isFailing = true;
    const stop = start(() => (isFailing ? Promise.reject(new Error('no')) : Promise.resolve()));
    for (const next of [true, false, true, true]) {
      isFailing = next;
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    expect(lines).toHaveLength(2);
    await stop();
  });
});
