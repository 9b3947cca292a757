import type { AuthContext } from '#server/auth/services.ts';
import { readBytes } from '#server/http/body/read-bytes.ts';
import { OAuthError } from './oauth-error.ts';

const maxBytes = 20_000;

/** Reads a form (application/x-www-form-urlencoded), in which no parameter may be repeated. */
export async function readForm(c: AuthContext): Promise<Readonly<Record<string, string>>> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded(?:\s*;|\s*$)/i.test(type)) {
    throw new OAuthError('invalid_request', 'Send application/x-www-form-urlencoded');
  }
  const body = await readBytes(c, maxBytes);
  if (body === null) throw new OAuthError('invalid_request', 'The form is too large');
  return readParameters(new URLSearchParams(body.toString()));
}

/** Returns the parameters of a query or form. None may be repeated, nor contain NUL. */
export function readParameters(search: URLSearchParams): Readonly<Record<string, string>> {
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (parameters.has(name)) {
      throw new OAuthError('invalid_request', `The parameter ${name.slice(0, 50)} is repeated`);
    }
    if (value.includes('\0')) throw new OAuthError('invalid_request', 'A parameter contains NUL');
    parameters.set(name, value);
  }
  return Object.fromEntries(parameters);
}
