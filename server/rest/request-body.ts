import type { DataRequest } from './exchange.ts';
import type { Action } from './parse/api-request.ts';
import { readBody, type ReadBody } from './parse/body.ts';
import { refuse } from './rest-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

async function bodyText(request: DataRequest, contentType: string): Promise<string> {
  const bytes = await request.body().catch(() => {
    // The client went away in the middle of it: nobody reads this, but it is no failure here.
    throw refuse.body('The body ended early');
  });
  if (contentType === 'application/octet-stream') {
    return `\\x${Buffer.from(bytes).toString('hex')}`;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    // Never stored with replacement characters in place of what was meant.
    throw refuse.body('The body is not valid UTF-8');
  }
}

/** The body of what writes or calls; `columns`: whether the request names its columns itself. */
export async function bodyOf(
  request: DataRequest,
  action: Action,
  columns: boolean,
): Promise<ReadBody> {
  if (action.kind === 'read' || action.kind === 'delete') return readBody(action, '', '', false);
  const contentType =
    request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return readBody(action, contentType, await bodyText(request, contentType), columns);
}
