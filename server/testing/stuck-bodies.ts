import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';

/**
 * Expects that a large body waits while four of its caller are read, and that a small one doesn't. Both
 * get the usual status. `send` sends a body with this many characters, and returns the status.
 */
export async function expectTurnsOfBodies(
  url: string,
  headers: Readonly<Record<string, string>>,
  usual: number,
  send: (characters: number) => Promise<number>,
): Promise<void> {
  const endStuck = sendStuckBodies(url, headers);
  let fifth = Promise.resolve(0);
  // Until all four have arrived, there is room for another.
  await expect
    .poll(async () => {
      fifth = send(400_000);
      const small = await send(10);
      return [small, await Promise.race([fifth, pause(500, 'waiting')])];
    })
    .toEqual([usual, 'waiting']);
  endStuck();
  expect(await fifth).toBe(usual);
}

/** Sends four requests whose large bodies don't end. Returns a function that ends their connections. */
function sendStuckBodies(url: string, headers: Readonly<Record<string, string>>): () => void {
  const stuck = Array.from({ length: 4 }, () => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': '500000' },
    });
    outgoing.on('error', () => {});
    outgoing.write('{');
    return outgoing;
  });
  return () => {
    for (const outgoing of stuck) outgoing.destroy();
  };
}
