/** The answer of a statement → what is sent. */
import * as v from 'valibot';
import type { Answer } from '#server/rest/answer.ts';
import type { DataAnswer } from '#server/rest/exchange.ts';
import { contentType } from '#server/rest/parse/media-type.ts';
import { preferenceApplied, type Preferences } from '#server/rest/parse/preferences.ts';
import type { Plan } from '#server/rest/plan/plan.ts';
import type { Prepared } from '#server/rest/prepare.ts';
import { refuse, type RestError } from '#server/rest/rest-error.ts';
import { contentLocation } from './content-location.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { overriddenBy } from './headers.ts';
import { headersFromSetting, statusFromSetting } from './settings.ts';

interface Draft {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Record<string, string>;
  /** Beside those that every action honours. */
  readonly honoured: readonly (keyof Preferences)[];
}

function rangeDraft(prepared: Prepared, answer: Answer): Omit<Draft, 'body' | 'honoured'> {
  const { offset, limit } = prepared.plan.range;
  // Of no rows at all the first is asked for.
  const first = limit === 0 ? 0 : offset;
  const last = first + answer.rows - 1;
  const headers = { 'content-range': contentRange(first, last, answer.total) };
  const status = rangeStatus(first, last, answer.total);
  if (status === 416) {
    throw refuse.range(
      `An offset of ${offset} was requested, but there are only ${answer.total ?? 0} rows.`,
      headers,
    );
  }
  return { status, headers };
}

function draftRead(prepared: Prepared, answer: Answer, search: string): Draft {
  const { status, headers } = rangeDraft(prepared, answer);
  const location = contentLocation(prepared.request.target, search);
  const all = location === null ? headers : { ...headers, 'content-location': location };
  return { status, headers: all, body: answer.body, honoured: [] };
}

/** As the statement writes them: texts. */
const keyValues = v.array(v.nullable(v.string()));

function locationOf({ plan, request }: Prepared, answer: Answer): Record<string, string> {
  if (plan.kind !== 'write' || answer.location === null || answer.rows !== 1) return {};
  const values = v.parse(keyValues, JSON.parse(answer.location));
  const pairs = plan.relation.primaryKey.map((name, index) => {
    const value = values[index] ?? null;
    const is = value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`;
    return `${encodeURIComponent(name)}=${is}`;
  });
  return { location: `/${encodeURIComponent(request.target)}?${pairs.join('&')}` };
}

function draftWrite(prepared: Prepared, answer: Answer): Draft {
  const { plan, request } = prepared;
  const { preferences, action, query } = request;
  const counted = plan.count === null || plan.count === 'planned' ? null : answer.rows;
  const full = plan.kind === 'write' && plan.returns;
  const body = full ? answer.body : null;
  const honoured: (keyof Preferences)[] = ['return'];
  switch (action.kind) {
    case 'insert': {
      const hasKey = plan.kind === 'write' && plan.relation.primaryKey.length > 0;
      if (hasKey || query.onConflict !== null) honoured.push('resolution');
      const merged =
        preferences.resolution === 'merge-duplicates' && answer.rows - answer.updated <= 0;
      return {
        status: merged ? 200 : 201,
        body,
        headers: { 'content-range': contentRange(1, 0, counted), ...locationOf(prepared, answer) },
        honoured: [...honoured, 'missing'],
      };
    }
    case 'put':
      return { status: full ? (answer.updated > 0 ? 200 : 201) : 204, body, headers: {}, honoured };
    case 'update':
      return {
        status: full ? 200 : 204,
        body,
        headers: { 'content-range': contentRange(0, answer.rows - 1, counted) },
        honoured: [...honoured, 'missing', 'maxAffected'],
      };
    case 'delete':
    case 'read':
    case 'call':
      return {
        status: full ? 200 : 204,
        body,
        headers: { 'content-range': contentRange(1, 0, counted) },
        honoured: [...honoured, 'maxAffected'],
      };
  }
}

/** From PostgreSQL's text of a bytea: `\\x` and hexadecimal digits. */
function bytesOf(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const digits = Buffer.from(text.subarray(2)).toString('latin1');
  return Buffer.from(digits, 'hex');
}

function draftCall(prepared: Prepared, answer: Answer): Draft {
  const { plan } = prepared;
  const honoured = ['maxAffected'] as const;
  const draft = rangeDraft(prepared, answer);
  if (plan.kind === 'call' && plan.call.routine.returns.shape === 'void') {
    return { ...draft, status: 204, body: null, honoured };
  }
  return { ...draft, body: answer.body, honoured };
}

function draftFor(prepared: Prepared, answer: Answer, search: string): Draft {
  if (prepared.plan.media.kind === 'plan') {
    return { status: 200, headers: {}, body: answer.body, honoured: [] };
  }
  switch (prepared.plan.kind) {
    case 'read':
      return draftRead(prepared, answer, search);
    case 'write':
      return draftWrite(prepared, answer);
    case 'call':
      return draftCall(prepared, answer);
  }
}

/** What the response says of the request. */
interface Asked {
  /** The schema that was negotiated, where one was. */
  readonly profile: string | null;
  /** The query string as sent. */
  readonly search: string;
}

function isBytes({ form, media }: Plan): boolean {
  if (form.kind === 'none' || media.kind === 'plan') return false;
  const { writing } = form;
  return (writing.kind === 'values' || writing.kind === 'handler') && writing.bytes;
}

export function respond(
  prepared: Prepared,
  answer: Answer,
  { profile, search }: Asked,
): DataAnswer {
  const draft = draftFor(prepared, answer, search);
  const { headers } = draft;
  if (draft.body !== null) {
    headers['content-type'] = contentType(prepared.plan.media);
    // As the bytes of its UTF-8: a header knows no other characters.
    if (profile !== null) headers['content-profile'] = Buffer.from(profile).toString('latin1');
  }
  const applied = preferenceApplied(prepared.request.preferences, draft.honoured);
  if (applied !== null && prepared.plan.media.kind !== 'plan')
    headers['preference-applied'] = applied;
  const status = answer.status === null ? draft.status : statusFromSetting(answer.status);
  const body = draft.body !== null && isBytes(prepared.plan) ? bytesOf(draft.body) : draft.body;
  return {
    status,
    headers:
      answer.headers === null
        ? Object.entries(headers)
        : overriddenBy(headersFromSetting(answer.headers), headers),
    body: isBodiless(status) || prepared.request.headOnly ? null : body,
  };
}

const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;

/** A code that a function made up may hold what no header can. */
const token = /^[\w!#$%&'*+.^`|~/:-]+$/;

export function respondError(error: RestError, headOnly: boolean): DataAnswer {
  const headers = overriddenBy(Object.entries(error.headers), {
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': token.test(error.code) ? `PostgREST; error=${error.code}` : 'PostgREST',
  });
  return {
    status: error.status,
    headers,
    body: headOnly || isBodiless(error.status) ? null : error.toJson(),
  };
}
