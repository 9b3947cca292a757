/** SQL for the total of `Content-Range`. */
import type { Plan } from '#server/rest/plan/plan.ts';

/** Rows that `count=planned` and `count=estimated` count for roles under row level security. */
const countedAtMost = 10_000;

/**
 * Whether the role passes over row level security. Planner figures come from statistics of all
 * rows, so no other role may receive them.
 */
const bypassesRowSecurity =
  '(SELECT rolsuper OR rolbypassrls FROM pg_catalog.pg_roles WHERE rolname = current_user)';

/** Returns the number of the last row that the requested page can have, counted from 1. */
function endOfPage({ range: { offset, limit }, maxRows }: Plan): number {
  return Math.min(offset + Math.min(limit ?? maxRows, maxRows), Number.MAX_SAFE_INTEGER - 1);
}

/**
 * Returns the highest total that is counted exactly. Above it, the planner's estimate is used;
 * `count=planned` always uses that.
 */
export function exactUpTo(plan: Pick<Plan, 'count' | 'maxRows'>): number {
  return plan.count === 'planned' ? -1 : plan.maxRows;
}

/**
 * Returns the expression that counts the rows of `fromWhere` (`FROM … WHERE …`), or null if the
 * request wants no count. The expression is null if the planner's estimate must be used.
 */
export function totalSql(plan: Plan, fromWhere: string): string | null {
  if (plan.count === null) return null;
  if (plan.count === 'exact') return `(SELECT count(*) ${fromWhere})`;
  const exact = exactUpTo(plan);
  const maxCount = Math.max(countedAtMost, endOfPage(plan)) + 1;
  const limit = `CASE WHEN ${bypassesRowSecurity} THEN ${exact + 1} ELSE ${maxCount} END`;
  return (
    `(SELECT CASE WHEN count(*) > ${exact} AND ${bypassesRowSecurity} THEN NULL ELSE count(*) END` +
    ` FROM (SELECT 1 ${fromWhere} LIMIT ${limit}) AS counted)`
  );
}
