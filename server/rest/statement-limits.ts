import type { StatementCost } from '#server/db/database.ts';
import type { Pattern, Prepared } from './prepare.ts';
import { requireShortRegexes } from './sql/parameters.ts';
import type { SchemaCache } from './schema/schema-cache.ts';

/** The statement timeouts of roles that set none themselves, as in hosted Supabase. */
const statementTimeouts: Readonly<Record<string, number>> = { anon: 3_000, service_role: 60_000 };
const defaultStatementTimeout = 8_000;
const unlimitedTimeout = 86_400_000;
/** A function with this timeout may hold its connection for a minute, one with a longer for minutes. */
const longTimeout = 60_000;

/**
 * The longest that a request may filter by patterns, which no index serves. A regular expression
 * can take any time for each row. The secret key may do both as long as anything else.
 */
const patternTimeouts: Readonly<Record<Pattern, number>> = { like: 3_000, regex: 1_000 };

const isTrusted = (role: string): boolean => role === 'service_role';

/** Throws if the request has a pattern that its role may not use. */
export function requireAllowedPatterns(
  { pattern, statements }: Prepared,
  values: readonly string[],
  role: string,
): void {
  if (pattern === 'regex' && !isTrusted(role)) requireShortRegexes(statements.main.sources, values);
}

/**
 * Returns the statement timeout that the function sets, or the role, or the default; less if the
 * request filters by patterns. A function's own setting would take effect too late inside the
 * statement; PostgREST hoists it, too.
 */
export function statementTimeoutMs(
  role: string,
  { plan, pattern }: Prepared,
  schema: SchemaCache,
): number {
  const set = timeoutOfRoutine(plan) ?? schema.role(role)?.statementTimeoutMs ?? null;
  const timeout =
    set === 0 ? unlimitedTimeout : (set ?? statementTimeouts[role] ?? defaultStatementTimeout);
  if (pattern === null || isTrusted(role)) return timeout;
  return Math.min(timeout, patternTimeouts[pattern]);
}

function timeoutOfRoutine(plan: Prepared['plan']): number | null {
  return plan.kind === 'call' ? plan.call.routine.statementTimeoutMs : null;
}

/** Bodies above this length may take much longer than earlier ones. */
const smallBodyLength = 64 * 1024;

/**
 * Returns what earlier runs of a statement tell about this one. Of a function that may take minutes,
 * such as an import, nothing: a few calls could hold all connections. Nor does it of one that may
 * take a minute for a large body, such as the preview of an import.
 */
export function statementCost({ plan, pattern }: Prepared, body: string | null): StatementCost {
  const timeout = timeoutOfRoutine(plan) ?? 0;
  if (timeout > longTimeout) return 'long';
  const isSmall = body === null || body.length <= smallBodyLength;
  if (pattern !== null || (!isSmall && timeout >= longTimeout)) return 'slow';
  return plan.kind === 'call' || !isSmall ? 'variable' : 'steady';
}
