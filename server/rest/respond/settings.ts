import * as v from 'valibot';
import { parseJson } from '#server/http/json/parse-json.ts';
import { refuse } from '#server/rest/rest-error.ts';
import { type Header, headerName, headerValue } from './headers.ts';

const headerListSchema = v.array(v.record(headerName, headerValue));

/** Parses `response.headers`, set by a function: a JSON array of objects with one header each. */
export function headersFromSetting(setting: string): Header[] {
  const parsed = v.safeParse(headerListSchema, parseJson(setting));
  if (!parsed.success) throw refuse.responseHeaders();
  return parsed.output.map((single): Header => {
    const [entry, ...more] = Object.entries(single);
    if (entry === undefined || more.length > 0) throw refuse.responseHeaders();
    return entry;
  });
}

/** Parses `response.status`, set by a function. */
export function statusFromSetting(setting: string): number {
  const status = /^\d{3}$/.test(setting) ? Number(setting) : 0;
  if (status < 200 || status > 599) throw refuse.responseStatus();
  return status;
}
