/** The answer of a statement → the HTTP response. */
import type { Answer } from '#server/rest/answer.ts';
import { mediaTypeName } from '#server/rest/parse/media-type.ts';
import { preferenceApplied, type Preferences } from '#server/rest/parse/preferences.ts';
import type { Prepared } from '#server/rest/prepare.ts';
import { refuse, type RestError } from '#server/rest/rest-error.ts';
import { contentRange, rangeStatus } from './content-range.ts';
import { headersFromSetting, statusFromSetting } from './settings.ts';

interface Draft {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly headers: Record<string, string>;
  readonly honoured: readonly (keyof Preferences)[];
}

function rangeDraft(prepared: Prepared, answer: Answer): Omit<Draft, 'body' | 'honoured'> {
  const { offset } = prepared.plan.range;
  const last = offset + answer.rows - 1;
  const status = rangeStatus(offset, last, answer.total);
  if (status === 416) {
    throw refuse.range(
      `An offset of ${offset} was requested, but there are only ${answer.total ?? 0} rows.`,
    );
  }
  return { status, headers: { 'content-range': contentRange(offset, last, answer.total) } };
}

function draftRead(prepared: Prepared, answer: Answer): Draft {
  return { ...rangeDraft(prepared, answer), body: answer.body, honoured: ['count', 'handling'] };
}

function locationOf({ plan, request }: Prepared, answer: Answer): Record<string, string> {
  if (plan.kind !== 'write' || answer.location === null || answer.rows !== 1) return {};
  const values: unknown = JSON.parse(answer.location);
  if (!Array.isArray(values)) return {};
  const pairs = plan.relation.primaryKey.map((name, index) => {
    return `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(values[index]))}`;
  });
  return { location: `/${encodeURIComponent(request.target)}?${pairs.join('&')}` };
}

function draftWrite(prepared: Prepared, answer: Answer): Draft {
  const { plan, request } = prepared;
  const { preferences, action, query } = request;
  const counted = plan.count === null || plan.count === 'planned' ? null : answer.rows;
  const full = plan.kind === 'write' && plan.returns;
  const body = full ? answer.body : null;
  const honoured: (keyof Preferences)[] = ['return', 'count', 'handling'];
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
  const honoured = ['count', 'handling', 'maxAffected'] as const;
  const draft = rangeDraft(prepared, answer);
  if (plan.kind === 'call' && plan.call.routine.returns.shape === 'void') {
    return { ...draft, status: 204, body: null, honoured };
  }
  const isBytes = plan.media.kind === 'raw' && plan.media.type === 'bytes';
  const body = isBytes ? bytesOf(answer.body) : answer.body;
  return { ...draft, body, honoured };
}

function draftFor(prepared: Prepared, answer: Answer): Draft {
  switch (prepared.plan.kind) {
    case 'read':
      return draftRead(prepared, answer);
    case 'write':
      return draftWrite(prepared, answer);
    case 'call':
      return draftCall(prepared, answer);
  }
}

/** `schema` is named in the answer when the client named it. */
export function respond(prepared: Prepared, answer: Answer, schema: string | null): Response {
  const draft = draftFor(prepared, answer);
  const { headers } = draft;
  if (draft.body !== null) {
    headers['content-type'] = mediaTypeName(prepared.plan.media);
    if (schema !== null) headers['content-profile'] = schema;
  }
  const applied = preferenceApplied(prepared.request.preferences, new Set(draft.honoured));
  if (applied !== null) headers['preference-applied'] = applied;
  let { status } = draft;
  let list: Record<string, string> | Headers = headers;
  if (answer.headers !== null) {
    const merged = new Headers(headers);
    const own = headersFromSetting(answer.headers);
    for (const [name] of own) merged.delete(name);
    for (const [name, value] of own) merged.append(name, value);
    list = merged;
  }
  if (answer.status !== null) status = statusFromSetting(answer.status) ?? status;
  const bodiless = status === 204 || status === 205 || status === 304 || prepared.request.headOnly;
  return new Response(bodiless ? null : draft.body, { status, headers: list });
}

export function respondError(error: RestError, headOnly: boolean): Response {
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'proxy-status': `PostgREST; error=${error.code}`,
  });
  for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  const bodiless = headOnly || error.status === 204 || error.status === 205 || error.status === 304;
  return new Response(bodiless ? null : error.toJson(), { status: error.status, headers });
}
