/** Builds responses from results and errors. */
import * as v from 'valibot';
import { encodeHeader } from '#server/http/header-text.ts';
import type { RowsResult } from '#server/rest/rows-result.ts';
import type { RestResponse } from '#server/rest/rest-request.ts';
import { contentType } from '#server/rest/parse/media-type.ts';
import { preferenceApplied, type PreferenceName } from '#server/rest/parse/preferences.ts';
import type { Plan } from '#server/rest/plan/plan.ts';
import type { Prepared } from '#server/rest/prepare.ts';
import { refuse, type RestError } from '#server/rest/rest-error.ts';
import { contentLocation, encodeQuery } from './content-location.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { emptyBodyHeaders, isBodiless, mergeHeaders } from './headers.ts';
import { headersFromSetting, statusFromSetting } from './settings.ts';

interface Draft {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Record<string, string>;
  /** The preferences that this action honours beside those that every action honours. */
  readonly honoured: readonly PreferenceName[];
}

function draftRange(prepared: Prepared, result: RowsResult): Omit<Draft, 'body' | 'honoured'> {
  const { offset, limit } = prepared.plan.range;
  // With `limit=0` the offset doesn't count.
  const first = limit === 0 ? 0 : offset;
  const last = first + result.rows - 1;
  const headers = { 'content-range': contentRange(first, last, result.total) };
  const status = rangeStatus(first, last, result.total);
  if (status === 416) {
    throw refuse.range(
      `An offset of ${offset} was requested, but there are only ${result.total ?? 0} rows.`,
      headers,
    );
  }
  return { status, headers };
}

function draftRead(prepared: Prepared, result: RowsResult, search: string): Draft {
  const { status, headers } = draftRange(prepared, result);
  const location = contentLocation(prepared.request.target, search);
  const all = location === null ? headers : { ...headers, 'content-location': location };
  return { status, headers: all, body: result.body, honoured: [] };
}

/** The values of a primary key, as the statement returns them. */
const keyValues = v.array(v.nullable(v.string()));

function locationHeader({ plan, request }: Prepared, result: RowsResult): Record<string, string> {
  if (plan.kind !== 'write' || result.location === null || result.rows !== 1) return {};
  const values = v.parse(keyValues, JSON.parse(result.location));
  const pairs = plan.relation.primaryKey.map((name, index) => {
    const value = values[index] ?? null;
    const filter = value === null ? 'is.null' : `eq.${encodeQuery(value)}`;
    return `${encodeQuery(name)}=${filter}`;
  });
  return { location: `/${encodeURIComponent(request.target)}?${pairs.join('&')}` };
}

function draftWrite(prepared: Prepared, result: RowsResult): Draft {
  const { plan, request } = prepared;
  const { preferences, action, query } = request;
  const counted = plan.count === null || plan.count === 'planned' ? null : result.rows;
  const hasBody = plan.kind === 'write' && plan.returns;
  const body = hasBody ? result.body : null;
  const honoured: PreferenceName[] = ['return'];
  switch (action.kind) {
    case 'insert': {
      const hasKey = plan.kind === 'write' && plan.relation.primaryKey.length > 0;
      if (hasKey || query.onConflict !== null) honoured.push('resolution');
      const isMerge =
        preferences.resolution === 'merge-duplicates' && result.rows - result.updated <= 0;
      return {
        status: isMerge ? 200 : 201,
        body,
        headers: {
          'content-range': contentRange(1, 0, counted),
          ...locationHeader(prepared, result),
        },
        honoured: [...honoured, 'missing'],
      };
    }
    case 'put':
      return {
        status: hasBody ? (result.updated > 0 ? 200 : 201) : 204,
        body,
        headers: {},
        honoured,
      };
    case 'update':
      return {
        status: hasBody ? 200 : 204,
        body,
        headers: { 'content-range': contentRange(0, result.rows - 1, counted) },
        honoured: [...honoured, 'missing', 'maxAffected'],
      };
    case 'delete':
    case 'read':
    case 'call':
      return {
        status: hasBody ? 200 : 204,
        body,
        headers: { 'content-range': contentRange(1, 0, counted) },
        honoured: [...honoured, 'maxAffected'],
      };
  }
}

function decodeHex(digits: Uint8Array): Uint8Array<ArrayBuffer> {
  return Buffer.from(Buffer.from(digits).toString('latin1'), 'hex');
}

function draftCall(prepared: Prepared, result: RowsResult): Draft {
  const { plan } = prepared;
  const honoured = ['maxAffected'] as const;
  const draft = draftRange(prepared, result);
  if (plan.kind === 'call' && plan.call.routine.returns.shape === 'void') {
    return { ...draft, status: 204, body: null, honoured };
  }
  return { ...draft, body: result.body, honoured };
}

function draftFor(prepared: Prepared, result: RowsResult, search: string): Draft {
  if (prepared.plan.media.kind === 'plan') {
    return { status: 200, headers: {}, body: result.body, honoured: [] };
  }
  switch (prepared.plan.kind) {
    case 'read':
      return draftRead(prepared, result, search);
    case 'write':
      return draftWrite(prepared, result);
    case 'call':
      return draftCall(prepared, result);
  }
}

/** The parts of the request that the response repeats. */
interface ResponseOptions {
  /** The negotiated schema; null if none was. */
  readonly profile: string | null;
  /** The query string as sent. */
  readonly search: string;
}

function isBytes({ body: responseBody, media }: Plan): boolean {
  if (responseBody.kind === 'none' || media.kind === 'plan') return false;
  const { encoding } = responseBody;
  return (encoding.kind === 'values' || encoding.kind === 'handler') && encoding.bytes;
}

/** Returns the response for a result. */
export function respond(
  prepared: Prepared,
  result: RowsResult,
  { profile, search }: ResponseOptions,
): RestResponse {
  const draft = draftFor(prepared, result, search);
  const { headers } = draft;
  if (draft.body !== null) {
    headers['content-type'] = contentType(prepared.plan.media);
    if (profile !== null) headers['content-profile'] = encodeHeader(profile);
  }
  const applied = preferenceApplied(prepared.request.preferences, draft.honoured);
  if (applied !== null && prepared.plan.media.kind !== 'plan')
    headers['preference-applied'] = applied;
  const status = result.status === null ? draft.status : statusFromSetting(result.status);
  const { headOnly } = prepared.request;
  const bytes = draft.body !== null && isBytes(prepared.plan) ? decodeHex(draft.body) : draft.body;
  const body = isBodiless(status) || headOnly ? null : bytes;
  const merged =
    result.headers === null
      ? Object.entries(headers)
      : mergeHeaders(headersFromSetting(result.headers), headers);
  return {
    status,
    headers: body === null ? [...merged, ...emptyBodyHeaders(status, headOnly)] : merged,
    body,
  };
}

/** Codes that a header can hold. A function may raise any other. */
const token = /^[\w!#$%&'*+.^`|~/:-]+$/;

export function respondError(error: RestError, headOnly: boolean): RestResponse {
  const headers = mergeHeaders(Object.entries(error.headers), {
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': token.test(error.code) ? `PostgREST; error=${error.code}` : 'PostgREST',
  });
  if (headOnly || isBodiless(error.status)) {
    const length = emptyBodyHeaders(error.status, headOnly);
    return { status: error.status, headers: [...headers, ...length], body: null };
  }
  return { status: error.status, headers, body: error.toJson() };
}
