import type { RestResponse } from '#server/rest/rest-request.ts';
import { emptyBodyHeaders } from './headers.ts';

/** Responds to OPTIONS with the methods that a resource allows. */
export function respondOptions(allow: string): RestResponse {
  return { status: 200, headers: [['allow', allow], ...emptyBodyHeaders(200, false)], body: null };
}
