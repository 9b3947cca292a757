import type { RestRequest } from './rest-request.ts';
import type { Action } from './parse/api-request.ts';
import { parseBody, type ParsedBody } from './parse/body.ts';
import { refuse } from './rest-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readBodyText(request: RestRequest, contentType: string): Promise<string> {
  const bytes = await request.body().catch(() => {
    // The client disconnected. It won't read this response, but it is no server error either.
    throw refuse.body('The body ended early');
  });
  if (contentType === 'application/octet-stream') {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    // Refused, so that no text is stored with replacement characters.
    throw refuse.body('The body is not valid UTF-8');
  }
}

/**
 * Reads and parses the body of a write or call. `columnsNamed` says whether the request names the
 * columns itself.
 */
export async function readRequestBody(
  request: RestRequest,
  action: Action,
  columnsNamed: boolean,
): Promise<ParsedBody> {
  if (action.kind === 'read' || action.kind === 'delete') return parseBody(action, '', '', false);
  const contentType =
    request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return parseBody(action, contentType, await readBodyText(request, contentType), columnsNamed);
}
