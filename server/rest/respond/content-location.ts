import { createBoundedCache } from '#server/http/bounded-cache.ts';
import { decodeQuery } from '#server/rest/parse/query-string.ts';

const unreserved = /^[\w.~-]*$/;

/** What is asked for, as against whose: the same few texts again and again. */
const encoded = createBoundedCache<string>(500);
const longestKept = 500;

function encode(text: string): string {
  if (unreserved.test(text)) return text;
  const known = encoded.get(text);
  if (known !== undefined) return known;
  const written = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (text.length <= longestKept) encoded.set(text, written);
  return written;
}

/** Of a path: what a header can hold. */
function printable(name: string): string {
  return name.replace(/[^\u0021-\u007e]+/g, encodeURIComponent);
}

/** Clients take so many bytes of headers in all; Node's 16 KiB. */
const longestLocation = 8_192;

/**
 * Where the same rows are found again: the query string in a form that is equal for equal requests. Null where that
 * would be longer than clients can read.
 */
export function contentLocation(target: string, search: string): string | null {
  const path = `/${printable(target)}`;
  if (search === '') return path;
  const merged = new Map<string, string>();
  const pairs = search.split('&').filter((pair) => pair !== '');
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = encode(decodeQuery(equals < 0 ? pair : pair.slice(0, equals)));
    const value = equals < 0 ? '' : encode(decodeQuery(pair.slice(equals + 1)));
    const before = merged.get(name);
    merged.set(name, before === undefined ? value : `${before},${value}`);
  }
  const names = [...merged.keys()].sort();
  const location = `${path}?${names.map((name) => `${name}=${merged.get(name) ?? ''}`).join('&')}`;
  return location.length > longestLocation ? null : location;
}
