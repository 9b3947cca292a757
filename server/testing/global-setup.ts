import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { migrate } from '#server/db/setup/migrate.ts';
import { createLog } from '#server/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection settings of the run's PostgreSQL. */
    readonly testCluster: ClientConfig;
    /**
     * Those of a second one, for servers that follow changes. A new replication slot waits for the
     * open transactions of all databases, which last a minute in some tests on a busy machine.
     */
    readonly serverCluster: ClientConfig;
    /** A data directory with a migrated database, whose PostgreSQL has stopped. */
    readonly preparedData: string;
  }
}

export const templateDatabase = 'cuebook_template';

/** The folder whose files Linux keeps in memory. */
const memoryFolder = '/dev/shm';
const neededBytes = 8 * 1024 ** 3;

/**
 * Returns where to create the cluster: in memory if there is plenty, since creating and deleting a
 * database's files takes twice as long on a disk.
 */
function clusterParent(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > neededBytes ? memoryFolder : tmpdir();
}

/**
 * Starts the PostgreSQLs of the test run, with a migrated database that every test file copies. They
 * are copies themselves, of a stopped one that tests with a PostgreSQL of their own copy, too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(clusterParent(), 'cuebook-tests-'));
  const log = createLog('error', (line) => console.warn(line));
  const options = { pgBin: process.env['PG_BIN'] ?? null, log, unsafeNoSync: true };
  const prepared = join(folder, 'prepared');
  const first = await startEmbedded({ ...options, dataDir: prepared });
  await migrate(first.connect('postgres'), log);
  await first.stop();

  async function startCopy(name: string): Promise<EmbeddedPostgres> {
    const dataDir = join(folder, name);
    execFileSync('cp', ['-pR', prepared, dataDir]);
    const postgres = await startEmbedded({ ...options, dataDir, maxConnections: 200 });
    const superuser = postgres.connect('postgres');
    const client = new Client(superuser);
    await client.connect();
    await client.query(`create database ${templateDatabase} template ${superuser.database}`);
    await client.end();
    return postgres;
  }

  const [tests, servers] = await Promise.all([startCopy('tests'), startCopy('servers')]);
  project.provide('testCluster', tests.connect('postgres'));
  project.provide('serverCluster', servers.connect('postgres'));
  project.provide('preparedData', prepared);
  return async () => {
    await Promise.all([tests.stop(), servers.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}
