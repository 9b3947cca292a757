import * as v from 'valibot';
import { refuse } from '#server/rest/rest-error.ts';

const headerList = v.array(v.record(v.string(), v.string()));
const validName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const validValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

/** `response.headers`, set by a function: a JSON array of objects with one header each. */
export function headersFromSetting(setting: string | null): [string, string][] {
  if (setting === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(setting);
  } catch {
    throw refuse.responseHeaders();
  }
  const parsed = v.safeParse(headerList, value);
  if (!parsed.success) throw refuse.responseHeaders();
  return parsed.output.map((single): [string, string] => {
    const [entry, ...more] = Object.entries(single);
    if (entry === undefined || more.length > 0) throw refuse.responseHeaders();
    if (!validName.test(entry[0]) || !validValue.test(entry[1])) throw refuse.responseHeaders();
    return entry;
  });
}

/** `response.status`, set by a function. */
export function statusFromSetting(setting: string | null): number | null {
  if (setting === null) return null;
  const status = /^\d{3}$/.test(setting) ? Number(setting) : 0;
  if (status < 200 || status > 599) throw refuse.responseStatus();
  return status;
}
