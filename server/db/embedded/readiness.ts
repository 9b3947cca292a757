import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';
import type { GuardedPostgres } from './guard.ts';
import { expectedLine } from './postgres-log.ts';

const timeoutMs = 30_000;
const stillHeld = /lock file .* already exists|shared memory block .* is still in use/;

/**
 * Starts PostgreSQL and returns it once it answers. While a killed PostgreSQL still holds its
 * files, it tries again.
 */
export async function firstStart(
  begin: () => Promise<GuardedPostgres>,
  config: ClientConfig,
): Promise<GuardedPostgres> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const postgres = await begin();
    const lastLines = await readyOrEnded(config, postgres);
    if (lastLines === null) return postgres;
    if (!stillHeld.test(lastLines) || Date.now() > deadline)
      throw new DatabaseStartError(explain(lastLines));
    await pause(100);
  }
}

/** Returns null once PostgreSQL answers, or its last log lines if it ended. */
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
      try {
        const client = await connectClient(config);
        try {
          await client.query('select 1');
          return null;
        } finally {
          await client.end().catch(() => {});
        }
      } catch {
        // Not ready: PostgreSQL is starting, or recovering after a crash.
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
  return `PostgreSQL could not be started: ${fatal.at(-1) ?? (lines || 'it gave no reason')}`;
}
