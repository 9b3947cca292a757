/** The parts of an HTTP request → ApiRequest. Knows no schema and no database. */
import { refuse } from '#server/rest/rest-error.ts';
import type { Action, ApiRequest, BodyShape, Query, RowRange } from './api-request.ts';
import { parseAccept } from './media-type.ts';
import { parseQuery } from './parse-query.ts';
import { parsePreferences, type KnownPreferences } from './preferences.ts';
import type { Parameter } from './query-string.ts';
import { intersect, parseRangeHeader } from './range-header.ts';

/** What a path names. */
export type Resource =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string };

export interface RequestHeaders {
  readonly accept: string | null;
  readonly prefer: string | null;
  readonly range: string | null;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw refuse.path();
  }
}

/** Reads the path behind /rest/v1. */
export function parseResource(path: string): Resource {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [first, second, ...more] = segments;
  if (first === undefined) return { kind: 'root' };
  if (first === 'rpc' && second !== undefined && more.length === 0) {
    return { kind: 'routine', name: decodeSegment(second) };
  }
  if (first === 'rpc' || second !== undefined) throw refuse.path();
  return { kind: 'relation', name: decodeSegment(first) };
}

export function parseAction(resource: Resource, method: string): Action {
  if (resource.kind === 'routine') {
    if (method === 'GET' || method === 'HEAD') return { kind: 'call', by: 'GET' };
    if (method === 'POST') return { kind: 'call', by: 'POST' };
    throw refuse.routineMethod(method);
  }
  switch (method) {
    case 'GET':
    case 'HEAD':
      return { kind: 'read' };
    case 'POST':
      return { kind: 'insert' };
    case 'PATCH':
      return { kind: 'update' };
    case 'PUT':
      return { kind: 'put' };
    case 'DELETE':
      return { kind: 'delete' };
    default:
      throw refuse.method(method);
  }
}

/** The schema that the profile header names; the first exposed one without it. */
export function parseSchema(profile: string | null, exposed: readonly string[]): string {
  if (profile === null) return exposed[0] ?? 'public';
  if (!exposed.includes(profile)) throw refuse.schema(profile, exposed);
  return profile;
}

/** A form's fields are arguments; their values follow those of the query string. */
function withForm(query: Query, parameters: readonly Parameter[], body: BodyShape): Query {
  if (body.kind !== 'form') return query;
  const first = parameters.filter(({ slot }) => slot !== null).length;
  const args = body.names.map((name, index) => {
    return { name, value: { kind: 'slot' as const, slot: first + index } };
  });
  return Object.freeze({ ...query, args });
}

function within(own: RowRange, header: RowRange): RowRange {
  const both = intersect(own, header);
  if (both.limit === 0 && own.limit !== 0) {
    throw refuse.range('Limit should be greater than or equal to zero.');
  }
  return both;
}

/** `known`: which preferences can be honoured here, beside those that always are. */
export function parseRequest(
  action: Action,
  schema: string,
  target: string,
  method: string,
  parameters: readonly Parameter[],
  headers: RequestHeaders,
  body: BodyShape,
  known: KnownPreferences,
): ApiRequest {
  const query = withForm(
    parseQuery(parameters, action.kind === 'call' && action.by === 'GET'),
    parameters,
    body,
  );
  const own = query.ranges.find(({ path }) => path.length === 0)?.said ?? {
    offset: 0,
    limit: null,
  };
  // RFC 9110: Range means nothing with another method.
  const header = method === 'GET' ? parseRangeHeader(headers.range) : null;
  return Object.freeze({
    action,
    schema,
    target,
    headOnly: method === 'HEAD',
    query,
    preferences: parsePreferences(headers.prefer, known),
    accept: parseAccept(headers.accept),
    range: header === null ? own : within(own, header),
    body,
  });
}
