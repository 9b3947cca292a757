import * as v from 'valibot';
import { parseSmallJson } from '#server/http/json/parse-json.ts';
import { readBytes } from '#server/http/read-bytes.ts';
import { StorageError } from './storage-error.ts';
import type { StorageContext } from './services.ts';

/** The most objects that one request may name, and room for their names. */
export const maxNames = 10_000;
const maxJsonBytes = 12 * 1024 * 1024;

/** Reads the body as JSON and validates it. An empty body is an empty object. */
export async function readJson<Schema extends v.GenericSchema>(
  context: StorageContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const bytes = await readBytes(context, maxJsonBytes);
  if (bytes === null) throw new StorageError('EntityTooLarge', 'The request is too large');
  const value = bytes.length === 0 ? {} : await parseSmallJson(bytes.toString());
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
