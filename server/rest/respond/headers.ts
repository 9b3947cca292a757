import * as v from 'valibot';

export type Header = readonly [name: string, value: string];

/** Where a message begins and ends is not for a function to say. */
const framing = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What may stand in a header: visible ASCII as a name, one line of Latin-1 as a value. */
export const headerName = v.pipe(
  v.string(),
  v.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/),
  v.check((name) => !framing.has(name.toLowerCase())),
);
export const headerValue = v.pipe(v.string(), v.regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/));

/** What a function in the database says takes the place of ours. */
export function overriddenBy(own: readonly Header[], ours: Record<string, string>): Header[] {
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  return [...Object.entries(ours).filter(([name]) => !names.has(name)), ...own];
}
