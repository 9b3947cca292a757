import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { createLog } from '#server/log.ts';
import { makeApiKey } from '#server/secrets.ts';
import { copyPrepared } from '#server/testing/copy-prepared.ts';
import { joinTopic, realtimeClient, subscribe } from '#server/testing/realtime-client.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-processes.ts';

/** A server on the PostgreSQL of somebody else, with `wal_level=replica`. */
const folder = mkdtempSync(join(tmpdir(), 'cuebook-replica-level-'));
const secrets = { publishableKey: makeApiKey('publishable'), secretKey: makeApiKey('secret') };
const clients: SupabaseClient[] = [];
let postgres: EmbeddedPostgres;
let server: ServerProcess;

beforeAll(async () => {
  copyPrepared(folder);
  postgres = await startEmbedded({
    dataDir: folder,
    pgBin: process.env['PG_BIN'] ?? null,
    log: createLog('error', () => {}),
    unsafeNoSync: true,
    walLevel: 'replica',
  });
  const { host = '', port = 0 } = postgres.connect('postgres');
  server = await startServerProcess({
    DATABASE_URL: `postgresql:///postgres?host=${encodeURIComponent(host)}&port=${port}&user=postgres`,
    PUBLISHABLE_KEY: secrets.publishableKey,
    SECRET_KEY: secrets.secretKey,
    CONFIRM_EMAIL: 'off',
  });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
  await server.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

async function connect(): Promise<SupabaseClient> {
  const client = await realtimeClient({ url: server.url, secrets });
  clients.push(client);
  return client;
}

const reason = 'the database must be set to wal_level=logical';
const onPrompts = { event: '*', schema: 'public', table: 'prompts' } as const;

describe('a database without wal_level=logical', () => {
  it('refuses subscriptions to changes, and says why: at the join with wait', async () => {
    const channel = (await connect())
      .channel('changes', { config: { postgres_changes_options: { wait: true } } })
      .on('postgres_changes', onPrompts, () => {});
    const { status, reason: refusal } = await subscribe(channel);
    expect(status).toBe('CHANNEL_ERROR');
    expect(refusal).toContain(reason);
  });

  it('refuses them without wait in a message, and keeps the channel', async () => {
    const messages: string[] = [];
    const received: unknown[] = [];
    const config = { broadcast: { self: true } };
    const channel = await joinTopic(await connect(), 'both', config, (each) =>
      each
        .on('postgres_changes', onPrompts, () => {})
        .on('system', {}, ({ status, message }) =>
          messages.push(`${String(status)}: ${String(message)}`),
        )
        .on('broadcast', { event: 'hi' }, ({ payload }) => received.push(payload)),
    );
    await expect.poll(() => messages.length).toBe(1);
    expect(messages[0]).toMatch(/^error: /);
    expect(messages[0]).toContain(reason);
    await channel.send({ type: 'broadcast', event: 'hi', payload: { text: 'still here' } });
    await expect.poll(() => received).toEqual([{ text: 'still here' }]);
  });

  it('serves broadcasts, presence, accounts, rows and files', async () => {
    const received: unknown[] = [];
    const states: unknown[] = [];
    await joinTopic(await connect(), 'room', {}, (channel) =>
      channel
        .on('broadcast', { event: 'hi' }, ({ payload }) => received.push(payload))
        .on('presence', { event: 'sync' }, () => states.push(channel.presenceState())),
    );
    const sender = await joinTopic(await connect(), 'room', { presence: { key: 'ada' } });
    await sender.track({ at: 'work' });
    await sender.send({ type: 'broadcast', event: 'hi', payload: { text: 'hello' } });
    await expect.poll(() => received).toEqual([{ text: 'hello' }]);
    await expect.poll(() => states.at(-1)).toMatchObject({ ada: [{ at: 'work' }] });

    const headers = { apikey: secrets.publishableKey, 'content-type': 'application/json' };
    const signedUp = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'ada@example.com', password: 'Correct-horse-9' }),
    });
    const { access_token: token } = (await signedUp.json()) as { access_token: string };
    const signedIn = { ...headers, authorization: `Bearer ${token}` };
    const created = await fetch(`${server.url}/rest/v1/prompts`, {
      method: 'POST',
      headers: { ...signedIn, prefer: 'return=representation' },
      body: JSON.stringify({ title: 'Recipe', content: 'Take eggs.' }),
    });
    const [{ id } = { id: '' }] = (await created.json()) as { id: string }[];
    const uploaded = await fetch(
      `${server.url}/storage/v1/object/attachments/${id}/${crypto.randomUUID()}`,
      { method: 'POST', headers: { ...signedIn, 'content-type': 'text/plain' }, body: 'A file' },
    );
    expect([signedUp.status, created.status, uploaded.status]).toEqual([200, 201, 200]);
    // Joins try no replication again and again.
    expect(server.log).not.toContain('replication');
  });
});
