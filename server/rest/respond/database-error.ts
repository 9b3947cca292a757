import * as v from 'valibot';
import {
  CallerBusy,
  DatabaseBusy,
  DatabaseRefusal,
  DatabaseUnavailable,
  type PostgresError,
  type TransactionSettings,
} from '#server/db/database.ts';
import type { Plan } from '#server/rest/plan/plan.ts';
import type { Prepared } from '#server/rest/prepare.ts';
import { parseJson } from '#server/http/json/parse-json.ts';
import { refuse, RestError } from '#server/rest/rest-error.ts';
import { isWritable, relationMethods } from '#server/rest/schema/relation-methods.ts';
import { failedGuard } from '#server/rest/sql/guard.ts';
import { headerName, headerValue } from './headers.ts';

/** The HTTP status by SQLSTATE or its class. The longest matching entry counts. */
const statuses: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21000': 500,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53400': 500,
  '53': 503,
  '55': 500,
  '57P01': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
};

const raisedMessage = v.object({
  code: v.string(),
  message: v.string(),
  details: v.nullish(v.string()),
  hint: v.nullish(v.string()),
});
const raisedDetail = v.object({
  status: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(headerName, headerValue),
  status_text: v.nullish(v.string()),
});

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** Returns the response that a function defines itself by `raise sqlstate 'PGRST'`. */
function fromRaise({ message, detail }: PostgresError): RestError {
  const body = v.safeParse(raisedMessage, parseJson(message));
  if (!body.success) {
    return refuse.raisedJson(`Invalid JSON value for MESSAGE: '${message}'`, messageHint);
  }
  if (detail === null) {
    return refuse.raisedJson('DETAIL is missing in the RAISE statement', detailHint);
  }
  const head = v.safeParse(raisedDetail, parseJson(detail));
  if (!head.success) {
    return refuse.raisedJson(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  }
  const { code, details, hint } = body.output;
  return new RestError(head.output.status, code, body.output.message, {
    details: details ?? null,
    hint: hint ?? null,
    headers: head.output.headers,
  });
}

/** pg_safeupdate's message about a missing filter. It is not translated. */
const missingFilter = /requires a WHERE clause$/;

/**
 * Whether an upsert has one row twice. The message may be in any language (`lc_messages`); other
 * errors of this code, as of a subquery with two rows, have no hint.
 */
function isRowTwice({ code, hint }: PostgresError, plan: Plan): boolean {
  const isUpsert = plan.kind === 'write' && plan.write.kind === 'insert' && plan.write.conflict;
  return code === '21000' && hint !== null && Boolean(isUpsert);
}

/** PostgreSQL does not translate this message. A pattern such as `(a{1,200}){1,200}` causes it. */
const tooMuchMemory = /^invalid memory alloc request size/;

/** The errors of writes to a read-only view: "not in prerequisite state", "wrong object type". */
const unwritable: ReadonlySet<string> = new Set(['55000', '42809']);

/** Whether the write failed because no role can write to the relation. */
function isReadOnly(code: string, plan: Plan): plan is Extract<Plan, { kind: 'write' }> {
  return (
    plan.kind === 'write' && unwritable.has(code) && !isWritable(plan.relation, plan.write.kind)
  );
}

function statusFor({ code, message }: PostgresError, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  if (code === '21000' && missingFilter.test(message)) return 400;
  if (code.startsWith('PT')) {
    // The function defines the status: `raise sqlstate 'PT402'`.
    const status = /^PT\d{3}$/.test(code) ? Number(code.slice(2)) : 0;
    return status >= 200 && status <= 599 ? status : 500;
  }
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400;
}

function headersFor(status: number): Readonly<Record<string, string>> {
  return status === 401 ? { 'www-authenticate': 'Bearer' } : {};
}

/** Returns the protocol's error for one of PostgreSQL, with its message, details and hint. */
function fromRefusal(refusal: PostgresError, role: string, plan: Plan): RestError {
  const { code, message, detail: details, hint } = refusal;
  if (code === 'PGRST') return fromRaise(refusal);
  if (code === 'XX000' && tooMuchMemory.test(message)) return refuse.tooComplex();
  if (isReadOnly(code, plan)) {
    const headers = { allow: relationMethods(plan.relation) };
    return new RestError(405, code, message, { details, hint, headers });
  }
  const status = isRowTwice(refusal, plan) ? 400 : statusFor(refusal, role);
  return new RestError(status, code, message, { details, hint, headers: headersFor(status) });
}

/** The operators of each kind of pattern. */
const patternOperators = { like: 'like or ilike', regex: 'match or imatch' } as const;

/**
 * Returns the protocol's error for an error of the database. Other errors are returned as they are.
 */
export function toRestError(
  error: unknown,
  { role, statementTimeoutMs }: TransactionSettings,
  { plan, pattern }: Prepared,
): unknown {
  if (error instanceof CallerBusy) return refuse.callerBusy();
  if (error instanceof DatabaseBusy) return refuse.databaseBusy();
  if (error instanceof DatabaseUnavailable) return refuse.databaseAway();
  if (!(error instanceof DatabaseRefusal)) return error;
  if (error.refusal.code === '57014' && pattern !== null) {
    return refuse.slowPattern(patternOperators[pattern], statementTimeoutMs / 1_000);
  }
  const guard = failedGuard(error.refusal.message);
  switch (guard?.kind) {
    case 'singular':
      return refuse.notSingular(guard.rows);
    case 'key-matches':
      return refuse.putPayload();
    case 'at-most':
      return refuse.maxAffected(guard.rows);
    case undefined:
      return fromRefusal(error.refusal, role, plan);
  }
}
