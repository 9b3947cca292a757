import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { DatabaseStartError } from '#server/db/start-error.ts';
import type { GuardedPostgres } from './guard.ts';
import { expectedLine } from './postgres-log.ts';

const patienceMs = 30_000;
const stillHeld = /lock file .* already exists|shared memory block .* is still in use/;

/** Where the remains of a killed PostgreSQL cannot be looked at, PostgreSQL itself says when they are gone. */
export async function firstStart(
  begin: () => Promise<GuardedPostgres>,
  config: ClientConfig,
): Promise<GuardedPostgres> {
  const patience = Date.now() + patienceMs;
  for (;;) {
    const postgres = await begin();
    const end = await readyOrEnded(config, postgres);
    if (end === null) return postgres;
    if (!stillHeld.test(end) || Date.now() > patience) throw new DatabaseStartError(explain(end));
    await pause(100);
  }
}

/** null when PostgreSQL answers, or its last lines when it has ended. */
async function readyOrEnded(
  config: ClientConfig,
  postgres: GuardedPostgres,
): Promise<string | null> {
  let end: string | null = null;
  void postgres.ended.then((lines) => (end = lines));
  const socket =
    config.host?.startsWith('/') === true ? `${config.host}/.s.PGSQL.${config.port}` : null;
  for (;;) {
    if (end !== null) return end;
    if (socket === null || existsSync(socket)) {
      const client = new Client(config);
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('select 1');
        return null;
      } catch {
        // Not yet: starting, or recovering what was not written before a crash.
      } finally {
        await client.end().catch(() => {});
      }
    }
    await pause(5);
  }
}

function explain(lines: string): string {
  const fatal = lines
    .split('\n')
    .filter((line) => /(FATAL|PANIC):/.test(line) && !expectedLine.test(line))
    .map((line) => line.replace(/^.*?(FATAL|PANIC):\s+/, ''));
  return `PostgreSQL could not be started: ${fatal.at(-1) ?? (lines || 'it wrote no reason')}`;
}
