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
 * Starts one PostgreSQL for the test run, with a migrated database that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(clusterParent(), 'cuebook-tests-'));
  const log = createLog('error', (line) => console.warn(line));
  const postgres = await startEmbedded({
    dataDir,
    pgBin: process.env['PG_BIN'] ?? null,
    log,
    maxConnections: 200,
    unsafeNoSync: true,
  });
  const superuser = postgres.connect('postgres');
  const client = new Client(superuser);
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrate({ ...superuser, database: templateDatabase }, log);
  project.provide('testCluster', superuser);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
