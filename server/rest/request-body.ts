import { SlowBody } from '#server/http/body/large-bodies.ts';
import { parseInThread } from './body-thread.ts';
import type { RestRequest } from './rest-request.ts';
import type { Action } from './parse/api-request.ts';
import { parseBody, type ParsedBody } from './parse/body.ts';
import { parseBytes } from './parse/parse-bytes.ts';
import { refuse } from './rest-error.ts';

/** A body of this length is parsed in a few milliseconds. */
const maxLengthHere = 256 * 1024;

/**
 * Reads and parses the body of a write or call. `columnsNamed` says whether the request names the
 * columns itself. Large bodies wait for their turn under the key of `caller`.
 */
export async function readRequestBody(
  request: RestRequest,
  action: Action,
  columnsNamed: boolean,
  caller: () => string,
): Promise<ParsedBody> {
  if (action.kind === 'read' || action.kind === 'delete') return parseBody(action, '', '', false);
  const contentType =
    request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  const bytes = await request.body().catch((error: unknown) => {
    if (error instanceof SlowBody) throw refuse.slowBody();
    // The client disconnected. It won't read this response, but it is no server error either.
    throw refuse.body('The body ended early');
  });
  const body = { action, contentType, bytes, columnsNamed };
  return bytes.length <= maxLengthHere ? parseBytes(body) : parseInThread(body, caller());
}
