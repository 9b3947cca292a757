import * as v from 'valibot';
import { callerKey } from '#server/http/caller/caller-key.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import { parseSmallJson } from '#server/http/json/parse-json.ts';
import { readBytes } from '#server/http/body/read-bytes.ts';
import { requestHeaders } from '#server/http/request-headers.ts';
import { StorageError } from './storage-error.ts';
import type { StorageContext, StorageServices } from './services.ts';

/** The most objects that one request may name, and room for their names. */
export const maxNames = 10_000;
export const maxJsonBytes = 12 * 1024 * 1024;

/** Reads the body as JSON and validates it. An empty body is an empty object. */
export async function readJson<Schema extends v.GenericSchema>(
  context: StorageContext,
  { largeBodies }: StorageServices,
  caller: Caller,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const key = () => callerKey(caller, () => context.get('clientAddress'));
  const value = await largeBodies.run(requestHeaders(context), key, async (inTime) => {
    const bytes = await inTime(readBytes(context, maxJsonBytes));
    if (bytes === null) throw new StorageError('EntityTooLarge', 'The request is too large');
    return bytes.length === 0 ? {} : parseSmallJson(bytes.toString());
  });
  if (value === undefined) {
    throw new StorageError('InvalidRequest', 'The body is not JSON, or has too many values');
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const path = v.getDotPath(issue);
  const place = path === null ? 'body' : `body/${path.replaceAll('.', '/')}`;
  throw new StorageError('InvalidRequest', `${place}: ${issue.message}`);
}

/** Schema of a whole number, or of its digits: the Python client sends them as text. */
export const integer = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))]),
  v.integer(),
);

/** Schema of text that PostgreSQL can store. */
export const storableText = v.pipe(
  v.string(),
  v.check((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text'),
);
