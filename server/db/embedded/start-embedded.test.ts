import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { isRunning } from '#server/testing/is-running.ts';
import { canReach } from './run-as.ts';
import { type EmbeddedPostgres, startEmbedded } from './start-embedded.ts';

const log = createLog('error', () => {});
const isRoot = process.geteuid?.() === 0;
const onLinux = process.platform === 'linux';

/** A closed database to copy: creating one for each test would take most of their time. */
let prepared: string;
let dataDir: string;
const opened: EmbeddedPostgres[] = [];
const spawned: ChildProcess[] = [];

beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'cuebook-prepared-'));
  await (await startEmbedded({ dataDir: prepared, pgBin: null, log, unsafeNoSync: true })).stop();
});

afterAll(() => {
  rmSync(prepared, { recursive: true });
});

function usePrepared(folder = dataDir): void {
  execFileSync('cp', ['-pR', join(prepared, 'postgres'), folder]);
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cuebook-embedded-'));
  chmodSync(dataDir, 0o755);
});

afterEach(async () => {
  for (const child of spawned.splice(0)) child.kill('SIGKILL');
  await Promise.all(opened.splice(0).map((postgres) => postgres.stop()));
  await settled(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(
  folder = dataDir,
  { pgBin = null, unsafeNoSync = true }: { pgBin?: string | null; unsafeNoSync?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbedded({ dataDir: folder, pgBin, log, unsafeNoSync });
  opened.push(postgres);
  return postgres;
}

async function stop(postgres: EmbeddedPostgres): Promise<void> {
  opened.splice(opened.indexOf(postgres), 1);
  await postgres.stop();
}

async function sql(login: ClientConfig, text: string): Promise<unknown> {
  const client = new Client(login);
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

const asOwner = (postgres: EmbeddedPostgres, text: string) =>
  sql(postgres.connect('postgres'), text);

interface Served {
  readonly child: ChildProcess;
  readonly login: ClientConfig;
  readonly refused?: string;
  /** Kills it; its PostgreSQL may still run then. */
  end(): Promise<void>;
}

/** Starts a server in a process of its own, as another user if one is passed. */
async function serve(folder = dataDir, user: { uid?: number; gid?: number } = {}): Promise<Served> {
  const script = join(import.meta.dirname, '../../testing/kept-database.ts');
  const child = spawn(process.execPath, [script, folder], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  spawned.push(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const output = JSON.parse(line) as { host: string; port: number; refused?: string };
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { child, end, login: { ...output, user: 'postgres', database: 'postgres' }, ...output };
}

function postmaster(folder = dataDir): number {
  return Number.parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Waits until PostgreSQL has let go of its files, by itself or by a kill. */
async function settled(folder: string): Promise<void> {
  for (let pid = holderOf(folder); pid !== null && isRunning(pid); pid = holderOf(folder)) {
    await pause(10);
  }
}

/** The process that holds the files, or did when it was killed; null once it has let go of them. */
function holderOf(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
}

describe('a data directory', () => {
  test('is created, with UTF-8, checksums and every safeguard, and reachable by its socket only', async () => {
    const postgres = await start(join(dataDir, 'new', 'folder'), { unsafeNoSync: false });
    const settings = `select string_agg(name || '=' || setting, ' ' order by name) from pg_settings where name in
      ('server_encoding', 'data_checksums', 'fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses')`;
    expect(await asOwner(postgres, settings)).toBe(
      'data_checksums=on fsync=on full_page_writes=on listen_addresses= server_encoding=UTF8 synchronous_commit=on',
    );
    expect(await asOwner(postgres, `select 'É' ilike 'é'`)).toBe(true);
    await asOwner(postgres, 'create extension pg_trgm');
    expect(await asOwner(postgres, `select cardinality(show_trgm('日本語'))`)).toBe(4);
  });

  test('is opened again with what was stored', async () => {
    usePrepared();
    const first = await start();
    await asOwner(first, 'create table kept as select 42 as answer');
    await stop(first);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(await asOwner(await start(), 'select answer from kept')).toBe(42);
  });

  test('with a path too long for a socket works, and is locked too', async () => {
    const long = join(dataDir, 'x'.repeat(100), 'y'.repeat(100));
    expect(await asOwner(await start(long), 'select 1')).toBe(1);
    await expect(start(long)).rejects.toThrow('already running');
  });

  test('is refused with the reason if it is not writable', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(start(join(file, 'data'))).rejects.toThrow(
      `The data directory ${join(file, 'data')} is not writable (not a directory): make it writable, or set DATA_DIR to another folder.`,
    );
  });

  test('is left alone if it holds something other than a database', async () => {
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear');
    await expect(start()).rejects.toThrow('does not contain a PostgreSQL database');
    expect(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('dear');
  });

  test('is refused if it belongs to another PostgreSQL version', async () => {
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow('belong to PostgreSQL 14, but the programs are version');
  });
});

test('the log has the errors of statements, without what people wrote', async () => {
  usePrepared();
  const lines: string[] = [];
  const postgres = await startEmbedded({
    dataDir,
    pgBin: null,
    log: createLog('debug', (line) => lines.push(line)),
    unsafeNoSync: true,
  });
  opened.push(postgres);
  await asOwner(
    postgres,
    `create table notes (text text, constraint "is short" check (text = ''))`,
  );
  const insert = asOwner(postgres, `insert into notes values ('a private text')`);
  await expect(insert).rejects.toThrow('is short');
  await stop(postgres);
  const logged = lines.join('\n');
  expect(logged).toContain('is short');
  expect(logged).not.toContain('a private text');
});

describe('a second server', () => {
  test('is refused while the first runs, which goes on', async () => {
    usePrepared();
    const first = await start();
    await expect(start()).rejects.toThrow(
      `Another server (process ${process.pid}) is already running on the data directory ${dataDir}: stop it first, or set another DATA_DIR.`,
    );
    expect((await serve()).refused).toContain(`(process ${process.pid}) is already running`);
    expect(await asOwner(first, 'select 1')).toBe(1);
  });

  test('started in the same moment is refused, also over the remains of a killed one', async () => {
    usePrepared();
    const killed = await serve();
    await killed.end();
    const servers = await Promise.all([serve(), serve(), serve()]);
    const refused = servers
      .map((server) => server.refused)
      .filter((reason) => reason !== undefined);
    expect(refused).toHaveLength(2);
    for (const reason of refused) expect(reason).toContain('already running');
  });
});

describe('after a kill', () => {
  test('of the server alone, PostgreSQL ends too, and a new server waits for that', async () => {
    usePrepared();
    const killed = await serve();
    await sql(killed.login, 'create table kept as select 1 as answer');
    const pid = postmaster();
    await killed.end();
    const next = await serve();
    expect(isRunning(pid)).toBe(false);
    expect(await sql(next.login, 'select answer from kept')).toBe(1);
    await next.end();
    await settled(join(dataDir, 'postgres'));
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('of everything, what was committed is there', async () => {
    usePrepared();
    const killed = await serve();
    await sql(killed.login, 'create table kept as select 2 as answer');
    process.kill(postmaster(), 'SIGKILL');
    await killed.end();
    expect(await sql((await serve()).login, 'select answer from kept')).toBe(2);
  });

  test('of PostgreSQL alone, the server restarts it', async () => {
    usePrepared();
    const postgres = await start();
    await asOwner(postgres, 'create table saved as select 3 as number');
    process.kill(postmaster(), 'SIGKILL');
    let found: unknown;
    while (found === undefined) {
      await pause(20);
      found = await asOwner(postgres, 'select number from saved').catch(() => undefined);
    }
    expect(found).toBe(3);
  });

  test.runIf(onLinux)(
    'a lock file that names another living process does not keep the server out',
    async () => {
      usePrepared();
      const killed = await serve();
      const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
      const lock = readFileSync(lockFile, 'utf8');
      process.kill(postmaster(), 'SIGKILL');
      await killed.end();
      await settled(join(dataDir, 'postgres'));
      writeFileSync(lockFile, lock.replace(/^\d+/, String(process.ppid)));
      expect(await asOwner(await start(), 'select 1')).toBe(1);
    },
  );
});

describe('PostgreSQL programs', () => {
  test('refuses a PG_BIN without PostgreSQL', async () => {
    await expect(start(dataDir, { pgBin: join(dataDir, 'no', 'bin') })).rejects.toThrow(
      /^PG_BIN is not a folder of PostgreSQL's programs: .*postgres does not run \(no such file/,
    );
  });
});

describe('the user', () => {
  test('of PostgreSQL is never root; folders above that only the server can enter do no harm', async () => {
    chmodSync(dataDir, 0o700);
    const folder = join(dataDir, 'private');
    mkdirSync(folder, { mode: 0o700 });
    usePrepared(folder);
    const first = await start(folder);
    const pid = String(postmaster(folder));
    const uid = execFileSync('ps', ['-o', 'uid=', '-p', pid], { encoding: 'utf8' }).trim();
    expect(uid).toBe(String(isRoot ? 65_534 : process.geteuid?.()));
    await asOwner(first, 'create table kept as select 4 as answer');
    await stop(first);
    expect(await asOwner(await start(folder), 'select answer from kept')).toBe(4);
  });

  const systems = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`);
  const anyPrograms = [null, ...systems.filter((folder) => existsSync(folder))];

  test.each(anyPrograms)('creates a database under such a folder, too: %s', async (pgBin) => {
    chmodSync(dataDir, 0o700);
    const folder = join(dataDir, 'private');
    mkdirSync(folder, { mode: 0o700 });
    const first = await start(folder, { pgBin });
    await asOwner(first, 'create table kept as select 4 as answer');
    await stop(first);
    expect(await asOwner(await start(folder, { pgBin }), 'select answer from kept')).toBe(4);
  });

  test('may change to that of the server, as after restoring a copy', async () => {
    usePrepared();
    const own = `${process.geteuid?.()}:${process.getegid?.()}`;
    execFileSync('chown', ['-R', own, join(dataDir, 'postgres')]);
    expect(await asOwner(await start(), 'select 1')).toBe(1);
  });

  const unnamed = { uid: 12_345, gid: 12_345 };
  const canBeUnnamed = isRoot && canReach({ ids: unnamed, hasName: false }, import.meta.dirname);
  const ordinary = isRoot ? [] : [{}];

  test.each(canBeUnnamed ? [unnamed] : ordinary)('may have no name', async (user) => {
    if (canBeUnnamed) chownSync(dataDir, unnamed.uid, unnamed.gid);
    for (const number of [1, 2]) {
      const server = await serve(dataDir, user);
      expect(server.refused).toBeUndefined();
      expect(await sql(server.login, `select ${number}`)).toBe(number);
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    }
  });

  test.each(canBeUnnamed ? [unnamed] : ordinary)(
    'without write permission gets an error that says so',
    async (user) => {
      chmodSync(dataDir, 0o555);
      const { refused } = await serve(join(dataDir, 'new'), user);
      expect(refused).toContain('is not writable (permission denied)');
    },
  );

  test.each(canBeUnnamed ? [unnamed] : ordinary)(
    'who does not own the files gets an error that says so',
    async (user) => {
      chmodSync(dataDir, 0o777);
      symlinkSync('/usr', join(dataDir, 'postgres'));
      const { refused } = await serve(dataDir, user);
      expect(refused).toMatch(/belong to user 0, but the server runs as user \d+/);
      rmSync(join(dataDir, 'postgres'));
    },
  );
});
