import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { createLog } from '#server/log.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const log = createLog('error', () => {});
let folder: string;
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuebook-backup-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(name: string): Promise<Client> {
  const dataDir = join(folder, name);
  const postgres = await startEmbedded({ dataDir, pgBin: null, log, unsafeNoSync: true });
  running.push(postgres);
  const client = new Client(postgres.connect('postgres'));
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function hashOf(client: Client): Promise<unknown> {
  const { rows } = await client.query<{ hash: string }>(
    `select count(*) || md5(string_agg(n || text, ',' order by n)) as hash from notes`,
  );
  return rows[0]?.hash;
}

test('a backup taken while people write is one state, in which nothing stored before it lacks', async () => {
  const client = await start('data');
  writeFileSync(join(folder, 'data/secrets.json'), '{"signingKeys":[]}');
  await client.query(`create table notes (n integer primary key, text text not null);
    insert into notes select n, repeat(md5(n::text), 20) from generate_series(1, 20000) n`);
  const writer = new Client({ ...running[0]?.connect('postgres') });
  await writer.connect();
  let stored = 20_000;
  const state = { writing: true };
  const writing = (async () => {
    while (state.writing) {
      stored += 1;
      await writer.query('insert into notes values ($1, $2)', [stored, 'x'.repeat(2_000)]);
      await writer.query('update notes set text = $2 where n = $1', [stored % 20_000, 'changed']);
    }
  })();
  const before = stored - 1;
  const file = join(folder, 'backup.tar.gz');
  await takeBackup(join(folder, 'data'), file);
  state.writing = false;
  await writing;
  await writer.end();

  await restoreBackup(file, join(folder, 'again'));
  const again = await start('again');
  const { rows } = await again.query<{ gaps: number; last: number }>(
    'select max(n) - count(*)::integer as gaps, max(n) as last from notes',
  );
  expect(rows[0]?.gaps).toBe(0);
  expect(rows[0]?.last).toBeGreaterThanOrEqual(before);
  expect(rows[0]?.last).toBeLessThanOrEqual(stored);
  expect(readdirSync(join(folder, 'again'))).toContain('secrets.json');

  // Nobody writes: the copy is the same.
  const quiet = join(folder, 'quiet.tar.gz');
  await takeBackup(join(folder, 'data'), quiet);
  await restoreBackup(quiet, join(folder, 'same'));
  const same = await start('same');
  expect(await hashOf(same)).toBe(await hashOf(client));
  const { rows: slots } = await client.query('select from pg_replication_slots');
  expect(slots).toEqual([]);
  await Promise.all([client.end(), again.end(), same.end()]);
});

test('what cannot be backed up or restored is said in a sentence, and leaves everything as it was', async () => {
  const data = join(folder, 'data');
  const file = join(folder, 'backup.tar.gz');
  await expect(takeBackup(data, file)).rejects.toThrow(/^No Cuebook runs on .*: start it first/);
  const client = await start('data');
  await client.end();
  await takeBackup(data, file);
  await expect(takeBackup(data, file)).rejects.toThrow(/is there already\.$/);
  await expect(restoreBackup(file, data)).rejects.toThrow(/holds something already/);
  await expect(restoreBackup(join(folder, 'none'), join(folder, 'new'))).rejects.toThrow(
    /^There is no file/,
  );
  truncateSync(file, 100_000);
  await expect(restoreBackup(file, join(folder, 'new'))).rejects.toThrow(/is no whole backup/);
  writeFileSync(file, 'words');
  await expect(restoreBackup(file, join(folder, 'new'))).rejects.toThrow(/is no whole backup/);
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data']);
});
