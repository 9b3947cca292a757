import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { DatabaseRefusal } from '#server/db/database.ts';

const deadlock = '40P01';
const maxRuns = 3;
const pauseMs = 50;

/**
 * Runs a transaction, and again if PostgreSQL rolled it back to end a deadlock. Pauses before: a
 * transaction that starts at once can take the lock from the one that waits for it, which makes the
 * next deadlock.
 */
export async function retryDeadlocks<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let count = 1; ; count += 1) {
    try {
      return await run();
    } catch (error) {
      if (codeOf(error) !== deadlock || count === maxRuns) throw error;
    }
    await pause(pauseMs);
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof DatabaseRefusal) return error.refusal.code;
  return error instanceof DatabaseError ? error.code : undefined;
}
