import { refuse } from '#server/rest/rest-error.ts';
import type { Action } from './api-request.ts';
import { parseBody, type ParsedBody } from './body.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The body of a write or call as it arrived, and what decides how it is parsed. */
export interface BodyBytes {
  readonly action: Action;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Whether the request names the columns itself. */
  readonly columnsNamed: boolean;
}

function decode(bytes: Uint8Array, contentType: string): string {
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

/** Decodes and parses a body. Throws a RestError if it is invalid. */
export function parseBytes({ action, contentType, bytes, columnsNamed }: BodyBytes): ParsedBody {
  return parseBody(action, contentType, decode(bytes, contentType), columnsNamed);
}
