import { describe, expect, it } from 'vitest';
import { createHashPool, type HashTask } from './hash-pool.ts';

const task = (password: string): HashTask => ({ kind: 'hash', password, cost: 4 });

/** Creates a pool of one thread, which finishes its tasks when `finishAll` is called. */
function controlledPool() {
  const running = new Map<string, (result: string) => void>();
  const pool = createHashPool(1, () => ({
    run: ({ password }) => new Promise((resolve) => running.set(password, resolve)),
  }));
  const started: string[] = [];
  return {
    requireRoom: (caller: string) => pool.requireRoom(caller),
    run: (password: string, caller: string) => pool.run(task(password), caller),
    running: () => [...running.keys()],
    /** Finishes the running tasks one after the other, until none is left. */
    finishAll: async () => {
      for (let next = running.entries().next(); !next.done; next = running.entries().next()) {
        const [password, resolve] = next.value;
        running.delete(password);
        started.push(password);
        resolve(`hash of ${password}`);
        await new Promise(setImmediate);
      }
      return started;
    },
  };
}

describe('the pool of threads that hash passwords', () => {
  it('hashes and compares in real threads', async () => {
    const pool = createHashPool(1);
    const hash = String(await pool.run(task('Curtain-Call-7'), 'a'));
    const compare = (password: string) =>
      pool.run({ kind: 'verify', password, hashes: [hash, hash] }, 'a');
    expect([await compare('Curtain-Call-7'), await compare('x')]).toEqual([true, false]);
    await expect(
      pool.run({ kind: 'hash', password: 'x'.repeat(9), cost: 99 }, 'a'),
    ).rejects.toThrow('cost');
    expect(await compare('Curtain-Call-7')).toBe(true);
  });

  it('runs one task per thread, and takes turns between addresses', async () => {
    const { run, running, finishAll } = controlledPool();
    const tasks = [run('a1', 'a'), run('a2', 'a'), run('a3', 'a'), run('b1', 'b')];
    await new Promise(setImmediate);
    expect(running()).toEqual(['a1']);
    expect((await finishAll()).slice(0, 2)).toEqual(['a1', 'b1']);
    expect(await Promise.all(tasks)).toHaveLength(4);
  });

  it('refuses with 429 what does not fit into the queue, first of the address with the most', async () => {
    const { run, requireRoom, finishAll } = controlledPool();
    const flood = Array.from({ length: 30 }, (_, n) => run(`flood${n}`, 'flood'));
    const visitor = run('visitor', 'visitor');
    const settled = Promise.allSettled([...flood, visitor]);
    await new Promise(setImmediate);
    expect(() => requireRoom('flood')).toThrow('Request rate limit reached');
    expect(() => requireRoom('somebody else')).not.toThrow();
    const order = await finishAll();
    expect(() => requireRoom('flood')).not.toThrow();
    expect(order.indexOf('visitor')).toBe(1);
    const outcomes = await settled;
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(5);
    expect(refused[0]).toMatchObject({
      reason: { code: 'over_request_rate_limit', status: 429, retryAfter: 5 },
    });
    expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
  });
});
