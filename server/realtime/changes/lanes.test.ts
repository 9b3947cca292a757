import { expect, it } from 'vitest';
import { Lanes } from './lanes.ts';

/** Lanes whose work ends when the test says so. */
function createLanes() {
  const done: string[] = [];
  const dropped: string[] = [];
  const ends = new Map<string, () => void>();
  const lanes = new Lanes<string>({
    run: (lane, items) =>
      new Promise((resolve) => {
        ends.set(lane, () => {
          done.push(...items);
          resolve();
        });
      }),
    drop: (items) => dropped.push(...items),
  });
  const end = async (lane: string) => {
    await expect.poll(() => ends.has(lane)).toBe(true);
    ends.get(lane)?.();
    ends.delete(lane);
  };
  return { lanes, done, dropped, end };
}

it('works on the items of a lane in their order, without waiting for another lane', async () => {
  const { lanes, done, end } = createLanes();
  lanes.add('slow', 's1');
  lanes.add('quick', 'q1');
  await end('quick');
  lanes.add('quick', 'q2');
  lanes.add('quick', 'q3');
  await end('quick');
  expect(done).toEqual(['q1', 'q2', 'q3']);
  await end('slow');
  expect(done.at(-1)).toBe('s1');
});

it('gives up what waits in a lane that is too slow, and goes on with what follows', async () => {
  const { lanes, done, dropped, end } = createLanes();
  lanes.add('slow', 'first');
  await expect.poll(() => done).toEqual([]);
  for (let n = 0; n <= 1_000; n += 1) lanes.add('slow', String(n));
  expect(dropped).toHaveLength(1_001);
  await end('slow');
  lanes.add('slow', 'last');
  await end('slow');
  expect(done).toEqual(['first', 'last']);
});
