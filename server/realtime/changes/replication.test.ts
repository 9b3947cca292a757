import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '#server/secrets.ts';
import { joinTopic, realtimeClient } from '#server/testing/realtime-client.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-processes.ts';

/**
 * A server with an embedded PostgreSQL of its own, whose write-ahead log the tests may fill, and
 * whose commits they may hold up.
 */
const publishableKey = makeApiKey('publishable');
let server: ServerProcess;
let superuser: Client;
let writer: Client;

async function connectSuperuser(): Promise<Client> {
  const lines = readFileSync(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  const [port, host = ''] = lines.slice(3);
  const client = new Client({ host, port: Number(port), user: 'postgres', database: 'postgres' });
  await client.connect();
  return client;
}

beforeAll(async () => {
  server = await startServerProcess({ PUBLISHABLE_KEY: publishableKey }, { isPrepared: true });
  superuser = await connectSuperuser();
  writer = await connectSuperuser();
  await superuser.query(`create table public.notes (text text primary key);
    grant select on public.notes to anon;
    alter publication supabase_realtime add table public.notes;
    notify pgrst, 'reload schema'`);
});
afterAll(async () => {
  await superuser.end();
  await writer.end();
  await server.stop();
});

interface Slot {
  readonly slot_name: string;
  /** The first file that it retains. */
  readonly file: string;
  readonly wal_status: string;
}

async function slots(): Promise<Slot[]> {
  const { rows } = await superuser.query<Slot>(
    `select slot_name, pg_walfile_name(restart_lsn) as file, wal_status from pg_replication_slots`,
  );
  return rows;
}

async function walFiles(): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>('select name from pg_ls_waldir()');
  return rows.map(({ name }) => name);
}

/** Writes more log than a slot may retain, without filling the files. */
async function exceedRetainedLog(): Promise<void> {
  await superuser.query('set wal_init_zero = off');
  for (let segment = 0; segment < 70; segment += 1) {
    await superuser.query(`select pg_logical_emit_message(false, 'test', ''), pg_switch_wal()`);
  }
  await superuser.query('checkpoint');
}

describe('a server that does not read its replication slot', () => {
  it('loses it, and makes subscribers join again when it goes on', async () => {
    const client = await realtimeClient({ url: server.url, secrets: { publishableKey } });
    const statuses: string[] = [];
    const texts: unknown[] = [];
    client
      .channel('notes')
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
        texts.push(change.new['text']),
      )
      .on('system', {}, ({ status }) => statuses.push(String(status)))
      .subscribe((status) => statuses.push(status));
    await expect.poll(() => statuses).toEqual(['SUBSCRIBED', 'ok']);
    const [lost] = await slots();

    process.kill(server.pid, 'SIGSTOP');
    try {
      await superuser.query(`insert into public.notes values ('missed')`);
      await exceedRetainedLog();
      // The log that the slot retained is gone before the server goes on.
      expect(await slots()).toEqual([]);
      await superuser.query('checkpoint');
      expect(await walFiles()).not.toContain(lost?.file);
    } finally {
      process.kill(server.pid, 'SIGCONT');
    }

    await expect
      .poll(() => statuses)
      .toEqual(['SUBSCRIBED', 'ok', 'CHANNEL_ERROR', 'SUBSCRIBED', 'ok']);
    await superuser.query(`insert into public.notes values ('next')`);
    await expect.poll(() => texts.at(-1)).toBe('next');
    const [next, ...others] = await slots();
    expect(others).toEqual([]);
    expect(next).toMatchObject({ wal_status: 'reserved' });
    expect(next?.slot_name).not.toBe(lost?.slot_name);
    await client.removeAllChannels();
  });
});

describe('a join that waits for its subscription', () => {
  it('is refused when the subscription takes longer than the client allows', async () => {
    const client = await realtimeClient({ url: server.url, secrets: { publishableKey } });
    const config = { postgres_changes_options: { wait: true, timeout: 50 } };
    const missing = { event: '*', schema: 'public', table: 'missing' } as const;
    const join = () =>
      joinTopic(client, 'late', config, (channel) =>
        channel.on('postgres_changes', missing, () => {}),
      );
    await writer.query('begin; lock table pg_publication');
    try {
      await expect(join()).rejects.toThrow('CHANNEL_ERROR: PostgresChangesSubscribeTimeout: ');
    } finally {
      await writer.query('rollback');
    }
    await client.removeAllChannels();
  });
});

/** Lets commits wait for a standby that doesn't exist: they are streamed, but no query sees them. */
async function holdCommits(): Promise<void> {
  await superuser.query(`alter system set synchronous_standby_names = 'nobody'`);
  await superuser.query('select pg_reload_conf()');
  // PostgreSQL's processes learn of it one after the other.
  await expect.poll(isProbeHeld).toBe(true);
}

/** Commits, and returns whether that had to wait. */
async function isProbeHeld(): Promise<boolean> {
  const probe = writer.query(`select pg_logical_emit_message(true, 'probe', '')`);
  const ended = probe.then(() => true);
  while (!(await Promise.race([ended, pause(5, false)]))) {
    if (!(await isCommitHeld())) continue;
    await superuser.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    await probe;
    return true;
  }
  return false;
}

async function releaseCommits(): Promise<void> {
  await superuser.query('alter system reset synchronous_standby_names');
  await superuser.query('select pg_reload_conf()');
}

async function isCommitHeld(): Promise<boolean> {
  const { rows } = await superuser.query(
    `select from pg_stat_activity a, pg_stat_replication r
     where a.wait_event = 'SyncRep' and r.sent_lsn >= pg_current_wal_flush_lsn()`,
  );
  return rows.length > 0;
}

describe('a commit that is streamed before queries see it', () => {
  it.each([
    ['broadcast', `select realtime.send('{}', 'changed', 'notes', false)`],
    ['INSERT', `insert into public.notes values ('seen')`],
    ['DELETE', `delete from public.notes where text = 'seen'`],
  ])('is told of only once a read finds it: %s', async (told, statement) => {
    const client = await realtimeClient({ url: server.url, secrets: { publishableKey } });
    const order: string[] = [];
    const notes = { schema: 'public', table: 'notes' } as const;
    await joinTopic(client, 'notes', { postgres_changes_options: { wait: true } }, (channel) =>
      channel
        .on('broadcast', { event: 'changed' }, () => order.push('broadcast'))
        .on('postgres_changes', { event: '*', ...notes }, (change) => order.push(change.eventType)),
    );
    await holdCommits();
    const written = writer.query(statement);
    try {
      await expect.poll(isCommitHeld).toBe(true);
      await pause(200);
    } finally {
      order.push('visible');
      await releaseCommits();
    }
    await written;
    await expect.poll(() => order).toEqual(['visible', told]);
    await client.removeAllChannels();
  });
});
