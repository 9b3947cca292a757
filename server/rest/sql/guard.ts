import { randomBytes } from 'node:crypto';

/**
 * Conditions on the result of a write, tested by the statement itself: where one fails, the statement fails, and with
 * it the whole transaction, in the one round trip it needs anyway. The failure is a text that is no number; it begins
 * with a word of this process, so that nothing else can be taken for it.
 */
export type Guard =
  | { readonly kind: 'singular' }
  | { readonly kind: 'key-matches' }
  | { readonly kind: 'at-most'; readonly rows: number };

const word = `guard-${randomBytes(12).toString('hex')}`;

/** A column that fails where a guard does; `affected` counts the rows written or returned. */
export function guardSql(guards: readonly Guard[], affected: string): string {
  if (guards.length === 0) return 'null';
  const cases = guards.map((guard) => {
    const counted = guard.kind === 'singular' ? 'count(*)' : affected;
    const wrong = guard.kind === 'at-most' ? `> ${guard.rows}` : '<> 1';
    return `WHEN ${counted} ${wrong} THEN ('${word} ${guard.kind} ' || ${counted})::int`;
  });
  return `CASE ${cases.join(' ')} END`;
}

const failed = new RegExp(`"${word} (singular|key-matches|at-most) (\\d+)"`);

/** Which guard a message of PostgreSQL tells of, and the rows it counted. */
export function failedGuard(message: string): { kind: Guard['kind']; rows: number } | null {
  const found = failed.exec(message);
  const kind = found?.[1];
  if (kind !== 'singular' && kind !== 'key-matches' && kind !== 'at-most') return null;
  return { kind, rows: Number(found?.[2]) };
}
