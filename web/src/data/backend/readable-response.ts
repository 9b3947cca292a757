import { isHtml } from '#web/lib/text/is-html.ts';
import { fieldsOf, parseJson, textOf } from '#web/lib/values/parse-json.ts';
import { isMissingAccount, userMessage } from './user-message.ts';

/**
 * The statuses that a proxy sets for itself. With another status, its page says nothing about the
 * request.
 */
const proxyStatus: ReadonlySet<number> = new Set([401, 408, 413, 429, 500, 502, 503, 504]);

/** Returns the response with a message for people; see `withReadableErrors`. */
export async function readableResponse(
  response: Response,
  onMissingAccount: () => void,
): Promise<Response> {
  const text = await response.text();
  const body = parseJson(text);
  // postgrest-js reads an empty body, or a list, with 404 as "nothing found".
  const isNothing = response.status === 404 && (text === '' || Array.isArray(body));
  const status = isHtml(response) && !proxyStatus.has(response.status) ? 502 : response.status;
  const fields = fieldsOf(body);
  const code = textOf(fields['error_code']) ?? textOf(fields['code']);
  const raw = textOf(fields['msg']) ?? textOf(fields['message']);
  if (isMissingAccount({ code, message: raw })) onMissingAccount();
  const message = userMessage({
    status,
    code,
    message: raw,
    retryAfter: secondsToWait(response.headers.get('retry-after')),
    requestId: response.headers.get('x-request-id'),
  });
  if (message !== raw) console.warn(`Request failed (${status}):`, raw ?? text.slice(0, 500));
  // The hint explains the text that is replaced.
  const hint = message === raw ? {} : { hint: null };
  const headers = new Headers(response.headers);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  headers.set('content-type', 'application/json');
  return isNothing
    ? new Response(text, { status, headers })
    : Response.json({ ...fields, ...hint, message, msg: message }, { status, headers });
}

/** Parses Retry-After: seconds, or a date. */
function secondsToWait(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(1, (at - Date.now()) / 1000);
}
