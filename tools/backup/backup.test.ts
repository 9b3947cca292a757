import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { createLog } from '#server/log.ts';
import { restoreBackup } from './restore-backup.ts';
import { BackupError, takeBackup } from './take-backup.ts';

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

test('takeBackup during writes archives a consistent state with every earlier write', async () => {
  const client = await start('data');
  writeFileSync(join(folder, 'data/secrets.json'), '{"signingKeys":[]}');
  mkdirSync(join(folder, 'data/storage/objects/ab'), { recursive: true });
  writeFileSync(join(folder, 'data/storage/objects/ab/abcd'), 'a stored file');
  mkdirSync(join(folder, 'data/mailbox'));
  writeFileSync(join(folder, 'data/mailbox/1.json'), 'a mail');
  mkdirSync(join(folder, 'data/functions/node_modules/left-pad'), { recursive: true });
  writeFileSync(join(folder, 'data/functions/greet.ts'), 'a function');
  writeFileSync(join(folder, 'data/functions/node_modules/left-pad/index.js'), 'a package');
  mkdirSync(join(folder, 'data/storage/incoming'));
  writeFileSync(join(folder, 'data/storage/incoming/half'), 'half a file');
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

  await restoreBackup(file, join(folder, 'restored'));
  const restored = await start('restored');
  const { rows } = await restored.query<{ gaps: number; last: number }>(
    'select max(n) - count(*)::integer as gaps, max(n) as last from notes',
  );
  expect(rows[0]?.gaps).toBe(0);
  expect(rows[0]?.last).toBeGreaterThanOrEqual(before);
  expect(rows[0]?.last).toBeLessThanOrEqual(stored);
  expect(readdirSync(join(folder, 'restored')).sort()).toEqual(
    expect.arrayContaining(['postgres', 'secrets.json']),
  );
  expect(readdirSync(join(folder, 'restored'))).not.toContain('cuebook-backup.json');
  const storedFile = join(folder, 'restored/storage/objects/ab/abcd');
  expect(readFileSync(storedFile, 'utf8')).toBe('a stored file');
  expect(readdirSync(join(folder, 'restored/storage'))).toEqual(['objects']);
  expect(readFileSync(join(folder, 'restored/mailbox/1.json'), 'utf8')).toBe('a mail');
  expect(readFileSync(join(folder, 'restored/functions/greet.ts'), 'utf8')).toBe('a function');
  expect(readdirSync(join(folder, 'restored/functions'))).toEqual(['greet.ts']);

  // Without writes, the restored data is identical.
  const quiet = join(folder, 'quiet.tar.gz');
  await takeBackup(join(folder, 'data'), quiet);
  await restoreBackup(quiet, join(folder, 'same'));
  const identical = await start('same');
  expect(await hashOf(identical)).toBe(await hashOf(client));
  const { rows: slots } = await client.query('select from pg_replication_slots');
  expect(slots).toEqual([]);
  await Promise.all([client.end(), restored.end(), identical.end()]);
});

test('takeBackup and restoreBackup refuse wrong paths in one sentence and change nothing', async () => {
  const data = join(folder, 'data');
  const file = join(folder, 'backup.tar.gz');
  await expect(takeBackup(data, file)).rejects.toThrow(/^No Cuebook runs on .*: start it first/);
  const client = await start('data');
  await client.end();
  await takeBackup(data, file);
  await expect(takeBackup(data, file)).rejects.toThrow(/already exists\.$/);
  await expect(restoreBackup(file, data)).rejects.toThrow(/is not empty/);
  await expect(restoreBackup(join(folder, 'none'), join(folder, 'new'))).rejects.toThrow(
    /^There is no file/,
  );
  expect(readdirSync(folder).sort()).toEqual(['backup.tar.gz', 'data']);
});

/** Packs files into a .tar.gz. */
async function archiveOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  return gzipSync(await packTar(entries));
}

const database = {
  'postgres/backup_label': 'START WAL LOCATION',
  'postgres/global/pg_control': 'control',
};
const manifest = (more: object) =>
  JSON.stringify({ format: 1, migrations: [], platform: [], ...more });

describe('restoreBackup refuses in one sentence and leaves nothing behind:', () => {
  /** Tries to restore the bytes and returns the error message. */
  const refusalOf = async (content: Buffer | string): Promise<string> => {
    const file = join(folder, 'backup.tar.gz');
    writeFileSync(file, content);
    const error: unknown = await restoreBackup(file, join(folder, 'in/new/place')).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(BackupError);
    expect(readdirSync(folder)).toEqual(['backup.tar.gz']);
    return error instanceof Error ? error.message : '';
  };
  const unreadable = /^[^\n]*(is damaged or incomplete|is not a complete backup)[^\n]*$/;

  test.each([
    ['an empty file', ''],
    ['a text file', 'some text'],
    ['zeros', Buffer.alloc(10_000)],
    ['a compressed text file', gzipSync('some text '.repeat(500))],
  ])('%s', async (_name, content) => {
    expect(await refusalOf(content)).toMatch(unreadable);
  });

  test('an uncompressed tar', async () => {
    const whole = await archiveOf({ ...database, 'cuebook-backup.json': manifest({}) });
    expect(await refusalOf(gunzipSync(whole))).toMatch(unreadable);
  });

  test('a truncated backup, cut at any point', async () => {
    const whole = await archiveOf({
      'postgres/PG_VERSION': '18\n',
      ...database,
      'postgres/base/1': 'x'.repeat(50_000),
      'cuebook-backup.json': manifest({}),
    });
    const tar = gunzipSync(whole);
    const cut = (bytes: Buffer, part: number) => bytes.subarray(0, Math.floor(bytes.length * part));
    for (const part of [0.2, 0.5, 0.9]) {
      expect(await refusalOf(cut(whole, part))).toMatch(unreadable);
      expect(await refusalOf(gzipSync(cut(tar, part)))).toMatch(unreadable);
    }
    expect(await refusalOf(cut(whole, 0.999))).toMatch(unreadable);
  });

  test('a backup with a changed byte', async () => {
    const whole = await archiveOf({
      'postgres/PG_VERSION': '18\n',
      ...database,
      'cuebook-backup.json': manifest({}),
    });
    const middle = Math.floor(whole.length / 2);
    whole.writeUInt8(whole.readUInt8(middle) ^ 1, middle);
    expect(await refusalOf(whole)).toMatch(unreadable);
  });

  test('a backup that is damaged in the middle of large files, at any point', async () => {
    const numbers = Array.from({ length: 60_000 }, (_, n) => (n * 7919) % 1_000_003).join(' ');
    const large = Array.from({ length: 20 }, (_, n) => [`postgres/base/${n}`, numbers] as const);
    const whole = await archiveOf({
      'postgres/PG_VERSION': '18\n',
      ...database,
      ...Object.fromEntries(large),
      'cuebook-backup.json': manifest({}),
    });
    for (const part of [0.2, 0.35, 0.5, 0.65, 0.8]) {
      const damaged = Buffer.from(whole);
      const start = Math.floor(damaged.length * part);
      damaged.fill('X', start, start + 8);
      expect(await refusalOf(damaged)).toMatch(unreadable);
    }
  });

  test('an archive of other files', async () => {
    expect(await refusalOf(await archiveOf({ 'holiday.txt': 'sun' }))).toMatch(unreadable);
    const escaping = await archiveOf({ '../../escaped.txt': 'out', ...database });
    expect(await refusalOf(escaping)).toMatch(unreadable);
  });

  test('a backup of a newer Cuebook', async () => {
    for (const more of [
      { format: 2 },
      { migrations: ['29990101000000'] },
      { platform: ['999.sql'] },
    ]) {
      const files = {
        'postgres/PG_VERSION': '18',
        ...database,
        'cuebook-backup.json': manifest(more),
      };
      expect(await refusalOf(await archiveOf(files))).toMatch(
        /was made by a newer Cuebook: restore it with that version/,
      );
    }
  });

  test('a backup of another PostgreSQL', async () => {
    const files = { 'postgres/PG_VERSION': '99', ...database, 'cuebook-backup.json': manifest({}) };
    expect(await refusalOf(await archiveOf(files))).toMatch(
      /is from PostgreSQL 99, but the installed programs are version 18/,
    );
  });
});
