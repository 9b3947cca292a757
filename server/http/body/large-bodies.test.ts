import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chunksInTime, LargeBodies, SlowBody } from './large-bodies.ts';

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

describe('chunksInTime()', () => {
  async function* chunksOf(length: number, everyMs: number, count: number) {
    for (let sent = 0; sent < count; sent += 1) {
      await pause(everyMs);
      yield Buffer.alloc(length);
    }
  }
  const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

  async function read(chunks: AsyncGenerator<Buffer>, pauseMs = 0): Promise<number> {
    let length = 0;
    for await (const chunk of chunksInTime(chunks)) {
      length += chunk.length;
      if (pauseMs > 0) await pause(pauseMs);
    }
    return length;
  }

  it('reads what comes as slowly as on the slowest connections, for an hour', async () => {
    const length = read(chunksOf(160_000, 10_000, 360));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await length).toBe(57_600_000);
  });

  it('does not count the time in which nobody reads', async () => {
    const length = read(chunksOf(1_000_000, 10, 3), 60_000);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await length).toBe(3_000_000);
  });

  it.each([
    ['is gone after a fast start', () => chunksOf(30_000_000, 10, 1), 31_000],
    ['sends a little now and then', () => chunksOf(100, 5_000, 100), 60_000],
  ])('ends a body whose client %s', async (_case, chunks, afterMs) => {
    async function* withoutEnd() {
      yield* chunks();
      await new Promise(() => {});
    }
    const ended = read(withoutEnd()).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(afterMs);
    expect(await ended).toBeInstanceOf(SlowBody);
  });

  it('ends what it reads from when its reader stops', async () => {
    const chunks = chunksOf(1, 1, 5);
    const first = chunksInTime(chunks);
    const begun = first.next();
    await vi.advanceTimersByTimeAsync(1);
    await begun;
    await first.return(undefined);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
  });
});
