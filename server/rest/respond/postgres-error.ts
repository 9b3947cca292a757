import * as v from 'valibot';
import type { PostgresError } from '#server/db/database.ts';
import { refuse, RestError } from '#server/rest/rest-error.ts';
import { headerName, headerValue } from './headers.ts';

/** SQLSTATE, or its class, → HTTP status; the longest entry that fits counts. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

/** `raise sqlstate 'PGRST'`: the function says the whole answer itself. */
function fromRaise({ message, detail }: PostgresError): RestError {
  const said = v.safeParse(raisedMessage, parseJson(message));
  if (!said.success) {
    return refuse.raisedJson(`Invalid JSON value for MESSAGE: '${message}'`, messageHint);
  }
  if (detail === null)
    return refuse.raisedJson('DETAIL is missing in the RAISE statement', detailHint);
  const more = v.safeParse(raisedDetail, parseJson(detail));
  if (!more.success) {
    return refuse.raisedJson(`Invalid JSON value for DETAIL: '${detail}'`, detailHint);
  }
  const { code, details, hint } = said.output;
  return new RestError(more.output.status, code, said.output.message, {
    details: details ?? null,
    hint: hint ?? null,
    headers: more.output.headers,
  });
}

function statusOf({ code, message }: PostgresError, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403;
  if (code === '22023' && /^role .* does not exist$/.test(message)) return 401;
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400;
  const own = /^PT(\d{3})$/.exec(code)?.[1];
  if (own !== undefined) {
    const status = Number(own);
    return status >= 200 && status <= 599 ? status : 500;
  }
  return statuses[code] ?? statuses[code.slice(0, 2)] ?? 400;
}

/** PostgreSQL's refusal in the protocol's shape: its own message, details and hint, nothing more. */
export function fromRefusal(refusal: PostgresError, role: string): RestError {
  if (refusal.code === 'PGRST') return fromRaise(refusal);
  const status = statusOf(refusal, role);
  return new RestError(status, refusal.code, refusal.message, {
    details: refusal.detail,
    hint: refusal.hint,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  });
}
