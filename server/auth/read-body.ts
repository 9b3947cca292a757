import * as v from 'valibot';
import { jsonObject } from '#server/http/json/json-object.ts';
import { isWithin } from '#server/http/json/parse-json.ts';
import { readBytes } from '#server/http/body/read-bytes.ts';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './services.ts';

/** Limit of a request body. The largest metadata of a user fits many times. */
const maxBytes = 256 * 1024;
/** Metadata has fewer. Requests are parsed before they are counted, and nobody is served meanwhile. */
const maxValues = 4_000;

/**
 * Reads the body as JSON. Throws `bad_json` if it isn't, or has text that can't be stored. An empty
 * body is `whenEmpty`, if that is given.
 */
export async function parseJsonBody(context: AuthContext, whenEmpty?: object): Promise<unknown> {
  const bytes = await readBytes(context, maxBytes).catch((error: unknown) => {
    throw new AuthError('bad_json', 'The body ended early', { cause: error });
  });
  if (bytes === null) throw new AuthError('request_too_large');
  if (bytes.length === 0 && whenEmpty !== undefined) return whenEmpty;
  const value = parseJson(bytes);
  requireStorable(value);
  return value;
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isWithin(text, Infinity, maxValues)) return JSON.parse(text);
  } catch (error) {
    throw new AuthError('bad_json', undefined, { cause: error });
  }
  throw new AuthError('request_too_large');
}

/** Limit of nesting, far above what user metadata needs. */
const maxDepth = 32;

/** Refuses text that PostgreSQL cannot store, in keys and values: NUL and lone surrogates. */
function requireStorable(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badJson('must not hold a NUL character');
    if (!value.isWellFormed()) throw badJson('must be well-formed Unicode');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= maxDepth) throw badJson('must not be nested so deeply');
  for (const [key, item] of Object.entries(value)) {
    requireStorable(key, depth);
    requireStorable(item, depth + 1);
  }
}

function badJson(problem: string): AuthError {
  return new AuthError('bad_json', `Could not parse request body as JSON: it ${problem}`);
}

/** Reads the body as JSON and validates it with `schema`. Throws `bad_json` otherwise. */
export async function readBody<Schema extends v.GenericSchema>(
  context: AuthContext,
  schema: Schema,
  whenEmpty?: object,
): Promise<v.InferOutput<Schema>> {
  const value = await parseJsonBody(context, whenEmpty);
  const result = v.safeParse(schema, Array.isArray(value) ? null : value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  // GoTrue also reports a value of the wrong type as a parse error.
  const problem = field === null ? 'the body must be an object' : `${field}: ${issue.message}`;
  throw new AuthError('bad_json', `Could not parse request body as JSON: ${problem}`);
}

/** Schema of an optional text. Missing, null and '' are the same in this protocol. */
export const optionalText = v.nullish(v.string(), '');

/** Schema of optional metadata: an object, but no array. Missing and null are the same as {}. */
export const optionalData = v.nullish(jsonObject, {});
