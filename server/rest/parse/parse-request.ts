/** Parses an HTTP request into an ApiRequest, without the schema or the database. */
import { refuse } from '#server/rest/rest-error.ts';
import type { Action, ApiRequest, BodyShape, Query, RowRange } from './api-request.ts';
import { parseAccept } from './media-type.ts';
import { parseQuery } from './parse-query.ts';
import { parsePreferences, type SupportedPreferences } from './preferences.ts';
import type { Parameter } from './query-string.ts';
import { intersectRanges, parseRangeHeader } from './range-header.ts';

/** The resource that a path names. */
export type Resource =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string };

export interface NegotiationHeaders {
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

/** Parses the path after /rest/v1. */
export function parseResource(path: string): Resource {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [first, second, ...more] = segments;
  if (first === undefined) return { kind: 'root' };
  if (first === 'rpc' && second !== undefined && more.length === 0) {
    return { kind: 'routine', name: decodeSegment(second) };
  }
  if (second !== undefined) throw refuse.path();
  return { kind: 'relation', name: decodeSegment(first) };
}

/** Returns the action of a method on a resource. Throws if the resource does not support it. */
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

/** Returns the schema that the profile header names; without the header, the first exposed one. */
export function parseSchema(profile: string | null, exposed: readonly string[]): string {
  if (profile === null) return exposed[0] ?? 'public';
  if (!exposed.includes(profile)) throw refuse.schema(profile, exposed);
  return profile;
}

/** Adds a form's fields as arguments. Their values follow those of the query string. */
function withFormArguments(query: Query, parameters: readonly Parameter[], body: BodyShape): Query {
  if (body.kind !== 'form') return query;
  const first = parameters.filter(({ slot }) => slot !== null).length;
  const args = body.names.map((name, index) => {
    return { name, value: { kind: 'slot' as const, slot: first + index } };
  });
  return Object.freeze({ ...query, args });
}

function narrowRange(rootRange: RowRange, header: RowRange): RowRange {
  const range = intersectRanges(rootRange, header);
  if (range.limit === 0 && rootRange.limit !== 0) {
    throw refuse.range('Limit should be greater than or equal to zero.');
  }
  return range;
}

/** Parses a request. `supported` says which optional preferences can be honoured. */
export function parseRequest(
  action: Action,
  schema: string,
  target: string,
  method: string,
  parameters: readonly Parameter[],
  headers: NegotiationHeaders,
  body: BodyShape,
  supported: SupportedPreferences,
): ApiRequest {
  const query = withFormArguments(
    parseQuery(parameters, action.kind === 'call' && action.by === 'GET'),
    parameters,
    body,
  );
  const rootRange = query.ranges.find(({ path }) => path.length === 0)?.value ?? {
    offset: 0,
    limit: null,
  };
  // RFC 9110: Range only applies to GET.
  const header = method === 'GET' ? parseRangeHeader(headers.range) : null;
  return Object.freeze({
    action,
    schema,
    target,
    headOnly: method === 'HEAD',
    query,
    preferences: parsePreferences(headers.prefer, supported),
    accept: parseAccept(headers.accept),
    range: header === null ? rootRange : narrowRange(rootRange, header),
    body,
  });
}
