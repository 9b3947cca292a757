import * as v from 'valibot';
import { jsonObject } from '#server/http/json/json-object.ts';
import { isShallow } from '#server/http/json/parse-json.ts';
import { storableText } from '#server/storage/read-json.ts';
import { StorageError } from '#server/storage/storage-error.ts';

/** Returns a text that later becomes a header of the object's responses. */
export function uploadHeader(text: string): string {
  if (text.length > 256 || !/^[\x20-\x7e]*$/.test(text)) {
    throw new StorageError('InvalidRequest', 'A header of the upload has an invalid value');
  }
  return text;
}

const userMetadata = v.pipe(
  v.string(),
  v.check(isShallow),
  v.parseJson(),
  jsonObject,
  v.check((metadata) => Object.keys(metadata).every((name) => v.is(storableText, name))),
);

/** Parses metadata in a header: JSON as Base64. Returns null without it. */
export function headerMetadata(header: string | null | undefined): Record<string, unknown> | null {
  return header == null ? null : parseUserMetadata(Buffer.from(header, 'base64').toString('utf8'));
}

/** Parses the metadata that a client stores with an object: a JSON object. */
export function parseUserMetadata(text: string): Record<string, unknown> {
  const parsed = v.safeParse(userMetadata, text);
  if (!parsed.success || /\\u0000/i.test(text)) {
    throw new StorageError('InvalidRequest', 'The metadata must be a JSON object');
  }
  return parsed.output;
}
