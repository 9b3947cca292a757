import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { openReplication } from './replication-stream.ts';

/** Accepts connections and closes them, as a proxy does whose PostgreSQL is gone. */
const proxy = createServer((socket) => socket.once('data', () => socket.destroy()));
afterAll(() => proxy.close());

describe('openReplication', () => {
  it('rejects when the connection closes while it opens, and reports no loss', async () => {
    const port = await listen(proxy, '127.0.0.1', 0);
    const lost: unknown[] = [];
    const listener = { onMessage: () => {}, onLost: (error: unknown) => lost.push(error) };
    const login = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
    await expect(openReplication(login, ['changes'], listener)).rejects.toThrow('terminated');
    await pause(50);
    expect(lost).toEqual([]);
  });
});
