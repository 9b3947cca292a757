import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { makeApiKey } from '#server/secrets.ts';
import { dropDatabase } from '#server/testing/drop-database.ts';
import { templateDatabase } from '#server/testing/global-setup.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-processes.ts';

const cluster = inject('serverCluster');
const database = `cut_${randomUUID().replaceAll('-', '')}`;
const secretKey = makeApiKey('secret');

let server: ServerProcess;
let superuser: Client;

beforeAll(async () => {
  superuser = new Client(cluster);
  await superuser.connect();
  await superuser.query(`create database ${database} template ${templateDatabase}`);
  server = await startServerProcess({
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(String(cluster.host))}&port=${cluster.port}&user=${cluster.user}`,
    SECRET_KEY: secretKey,
    SITE_URL: 'http://127.0.0.1',
    LOG_LEVEL: 'debug',
  });
});
afterAll(async () => {
  await server.stop();
  await dropDatabase(superuser, database);
  await superuser.end();
});

/** Triggers a schema reload and terminates all connections of the server meanwhile. */
async function cutDuringReload(): Promise<void> {
  const client = new Client({ ...cluster, database });
  await client.connect();
  await client.query(`notify pgrst, 'reload schema'`);
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await client.end();
}

async function status(path: string): Promise<number> {
  const headers = { apikey: secretKey };
  return (await fetch(`${server.url}${path}`, { headers })).status;
}

it('the server survives 60 losses of all database connections during schema reloads', async () => {
  await expect.poll(() => status('/rest/v1/prompts?limit=1')).toBe(200);
  for (let cut = 0; cut < 60; cut += 1) {
    await Promise.all([
      cutDuringReload(),
      status('/rest/v1/prompts?limit=1').catch(() => 0),
      status('/auth/v1/health').catch(() => 0),
      status('/health').catch(() => 0),
    ]);
  }
  expect({ isRunning: server.isRunning, log: server.log }).toMatchObject({ isRunning: true });
  await expect.poll(() => status('/rest/v1/prompts?limit=1')).toBe(200);
  await expect.poll(() => status('/health')).toBe(200);
});

it('the server survives closed output streams', async () => {
  server.closeOutput();
  for (let request = 0; request < 5; request += 1) {
    expect(await status('/rest/v1/prompts?limit=1')).toBe(200);
  }
  expect(server.isRunning).toBe(true);
});
