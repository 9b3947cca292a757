import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LargeBodies, SlowBody } from './large-bodies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['content-length', '1600000'],
  ['transfer-encoding', 'chunked'],
])(
  'a large body with %s that never comes keeps others waiting for minutes only',
  async (header, value) => {
    const bodies = new LargeBodies(16 * 1024 * 1024);
    const headers = new Headers([[header, value]]);
    const run = (body: Promise<string>) =>
      bodies.run(
        headers,
        () => 'somebody',
        (inTime) => inTime(body),
      );
    const stuck = Array.from({ length: 4 }, () => run(new Promise(() => {})));
    const refused = Promise.all(stuck.map((each) => expect(each).rejects.toBeInstanceOf(SlowBody)));
    const fifth = run(Promise.resolve('read'));
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    await refused;
    expect(await fifth).toBe('read');
  },
);
