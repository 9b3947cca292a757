import * as v from 'valibot';
import { encodeHeader } from '#server/http/header-text.ts';

export type Header = readonly [name: string, value: string];

/** Headers that frame the message. Functions in the database must not set them. */
const framingHeaders = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Valid header names (visible ASCII) and values (one line), as header objects hold them. */
export const headerName = v.pipe(
  v.string(),
  v.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
  v.check((name) => !framingHeaders.has(name.toLowerCase())),
);
export const headerValue = v.pipe(
  v.string(),
  v.transform(encodeHeader),
  v.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/),
);

/** Merges headers. An override replaces the default header of the same name. */
export function mergeHeaders(
  overrides: readonly Header[],
  defaults: Record<string, string>,
): Header[] {
  const names = new Set(overrides.map(([name]) => name.toLowerCase()));
  return [...Object.entries(defaults).filter(([name]) => !names.has(name)), ...overrides];
}

/** Whether a status forbids a body (RFC 9110). */
export const isBodiless = (status: number): boolean =>
  status === 204 || status === 205 || status === 304;

/** Returns `content-length: 0` if the response may have it. Without it, Node would send chunks. */
export function emptyBodyHeaders(status: number, headOnly: boolean): readonly Header[] {
  return headOnly || status === 204 || status === 304 ? [] : [['content-length', '0']];
}
