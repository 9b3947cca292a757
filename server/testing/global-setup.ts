import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { migrate } from '#server/db/setup/migrate.ts';
import { createLog } from '#server/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser connection settings of the run's PostgreSQL. */
    readonly testCluster: ClientConfig;
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
 * Starts one PostgreSQL for the test run, with a migrated database that every test file copies. It is
 * a copy itself, of a stopped one that tests with a PostgreSQL of their own copy, too.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(clusterParent(), 'cuebook-tests-'));
  const log = createLog('error', (line) => console.warn(line));
  const options = { pgBin: process.env['PG_BIN'] ?? null, log, unsafeNoSync: true };
  const prepared = join(folder, 'prepared');
  const first = await startEmbedded({ ...options, dataDir: prepared });
  await migrate(first.connect('postgres'), log);
  await first.stop();
  const dataDir = join(folder, 'data');
  execFileSync('cp', ['-pR', prepared, dataDir]);
  const postgres = await startEmbedded({ ...options, dataDir, maxConnections: 200 });
  const superuser = postgres.connect('postgres');
  const client = new Client(superuser);
  await client.connect();
  await client.query(`create database ${templateDatabase} template ${superuser.database}`);
  await client.end();
  project.provide('testCluster', superuser);
  project.provide('preparedData', prepared);
  return async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
