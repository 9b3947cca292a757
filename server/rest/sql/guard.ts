import { randomBytes } from 'node:crypto';

/**
 * A condition on the result of a write, tested by the statement itself. If it fails, the statement
 * and its transaction fail, without another round trip. The failing cast names the guard and
 * begins with a random word of this process, so no other error can be mistaken for it.
 */
export type Guard =
  | { readonly kind: 'singular' }
  | { readonly kind: 'key-matches' }
  | { readonly kind: 'at-most'; readonly rows: number };

const guardPrefix = `guard-${randomBytes(12).toString('hex')}`;

/** Returns a column whose cast fails if a guard does. `affected` counts the written rows. */
export function guardSql(guards: readonly Guard[], affected: string): string {
  if (guards.length === 0) return 'null';
  const cases = guards.map((guard) => {
    const count = guard.kind === 'singular' ? 'count(*)' : affected;
    const violation = guard.kind === 'at-most' ? `> ${guard.rows}` : '<> 1';
    return `WHEN ${count} ${violation} THEN ('${guardPrefix} ${guard.kind} ' || ${count})::int`;
  });
  return `CASE ${cases.join(' ')} END`;
}

/** PostgreSQL's messages are in the language of `lc_messages`, which has quotes of its own. */
const guardFailure = new RegExp(`${guardPrefix} (singular|key-matches|at-most) (\\d+)`);

/** Returns the guard that an error message of PostgreSQL names, and the rows that it counted. */
export function failedGuard(message: string): { kind: Guard['kind']; rows: number } | null {
  const match = guardFailure.exec(message);
  const kind = match?.[1];
  if (kind !== 'singular' && kind !== 'key-matches' && kind !== 'at-most') return null;
  return { kind, rows: Number(match?.[2]) };
}
