import { createBoundedCache } from '#server/http/bounded-cache.ts';
import { encodeComponent } from '#server/http/encode-component.ts';
import { decodeQuery } from '#server/rest/parse/query-string.ts';

const unreserved = /^[\w.~-]*$/;

/** Encoded names and values. Requests repeat the same few, except for ids. */
const encodedTexts = createBoundedCache<string>(500);
const maxCachedLength = 500;

/** Encodes a name or value of a query string as PostgREST does: all but unreserved characters. */
export function encodeQuery(text: string): string {
  if (unreserved.test(text)) return text;
  const cached = encodedTexts.get(text);
  if (cached !== undefined) return cached;
  const encoded = encodeComponent(text);
  if (text.length <= maxCachedLength) encodedTexts.set(text, encoded);
  return encoded;
}

/** Encodes the characters of a path that a header cannot hold. */
function encodePath(name: string): string {
  return name.replace(/[^\u0021-\u007e]+/g, encodeURIComponent);
}

/** Clients limit the size of all headers; Node's limit is 16 KiB. */
const maxLocationLength = 8_192;

/**
 * Returns Content-Location: the path and the query string in a canonical form. Returns null if that
 * would be longer than clients can read.
 */
export function contentLocation(target: string, search: string): string | null {
  const path = `/${encodePath(target)}`;
  if (search === '') return path;
  const merged = new Map<string, string>();
  const pairs = search.split('&').filter((pair) => pair !== '');
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = encodeQuery(decodeQuery(equals < 0 ? pair : pair.slice(0, equals)));
    const value = equals < 0 ? '' : encodeQuery(decodeQuery(pair.slice(equals + 1)));
    const earlier = merged.get(name);
    merged.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  const names = [...merged.keys()].sort();
  const location = `${path}?${names.map((name) => `${name}=${merged.get(name) ?? ''}`).join('&')}`;
  return location.length > maxLocationLength ? null : location;
}
