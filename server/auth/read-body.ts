import * as v from 'valibot';
import { AuthError } from './auth-error.ts';
import type { AuthContext } from './services.ts';

/** Metadata of a person fits many times; what is larger is no request of this protocol. */
const mostBytes = 256 * 1024;

async function parseJson(context: AuthContext): Promise<unknown> {
  const bytes = await context.req.arrayBuffer().catch((error: unknown) => {
    throw new AuthError('bad_json', 'The body ended early', { cause: error });
  });
  if (bytes.byteLength > mostBytes) throw new AuthError('request_too_large');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AuthError('bad_json', undefined, { cause: error });
  }
}

/** Deeper than anything people have to say about themselves. */
const mostLevels = 32;

/** PostgreSQL stores no NUL and no half of a surrogate pair, in keys neither. */
function requireStorable(value: unknown, levels = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw badJson('must not hold a NUL character');
    if (!value.isWellFormed()) throw badJson('must be well-formed Unicode');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (levels >= mostLevels) throw badJson('must not be nested so deeply');
  for (const [key, part] of Object.entries(value)) {
    requireStorable(key, levels);
    requireStorable(part, levels + 1);
  }
}

function badJson(what: string): AuthError {
  return new AuthError('bad_json', `Could not parse request body as JSON: it ${what}`);
}

/** Reads the body as JSON of the given shape; refuses with bad_json or validation_failed. */
export async function readBody<Schema extends v.GenericSchema>(
  context: AuthContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const value = await parseJson(context);
  const result = v.safeParse(schema, Array.isArray(value) ? null : value);
  if (result.success) {
    requireStorable(value);
    return result.output;
  }
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  // A value of the wrong type cannot be read as this request at all; GoTrue says the same.
  const what = field === null ? 'the body must be an object' : `${field}: ${issue.message}`;
  throw new AuthError('bad_json', `Could not parse request body as JSON: ${what}`);
}

/** Missing, null and '' are the same in this protocol. */
export const optionalText = v.nullish(v.string(), '');

/** Metadata: an object, which a list is not. */
export const optionalData = v.nullish(
  v.pipe(
    v.unknown(),
    v.check((data) => !Array.isArray(data), 'Invalid type: Expected Object but received Array'),
    v.record(v.string(), v.unknown()),
  ),
);
