import type { AuthInfo } from '@modelcontextprotocol/server';
import * as v from 'valibot';
import { mcpPath } from '#contract/routes.ts';
import type { ProgramVerifier } from '#server/http/caller/access-tokens.ts';
import type { Caller } from '#server/http/caller/caller.ts';
import type { RequestHeaders } from '#server/http/request-headers.ts';

const readScope = 'prompts:read';
/** The scopes that a client is told to ask for. */
const wantedScopes = [readScope, 'prompts:write'];

export interface AuthenticateOptions {
  readonly verifier: ProgramVerifier;
  /** The address by which the client knows it: another name of this machine, perhaps. */
  readonly clientOrigin: string;
}

/** A caller with an access token for this endpoint. */
export interface McpCaller {
  readonly caller: Caller;
  readonly authInfo: AuthInfo;
}

const tokenClaims = v.looseObject({
  id: v.string(),
  scopes: v.array(v.string()),
});

/**
 * Returns who calls, by the access token in the Authorization header, or the response that refuses
 * the request and tells the client where to get a token. Sessions of the app are refused: a token
 * counts only where it was made for.
 */
export async function authenticate(
  { verifier, clientOrigin }: AuthenticateOptions,
  headers: RequestHeaders,
  clientAddress: () => string,
): Promise<McpCaller | Response> {
  const metadataUrl = `${clientOrigin}/.well-known/oauth-protected-resource${mcpPath}`;
  const refuse = (
    status: 401 | 403,
    error: string | null,
    message: string,
    scopes: readonly string[],
  ) =>
    respondRefusal(status, error, message, {
      scope: scopes.join(' '),
      resource_metadata: metadataUrl,
    });

  if (!/^bearer\s+\S/i.test(headers.get('authorization') ?? '')) {
    return refuse(401, null, 'An access token is required.', wantedScopes);
  }
  const caller = await verifier.identify(headers, clientAddress);
  if ('kind' in caller) {
    if (caller.kind === 'too-many-attempts') {
      return respondRefusal(
        429,
        'invalid_token',
        'Too many unknown tokens. Try again later.',
        {},
        {
          'retry-after': String(caller.retryAfterSeconds),
        },
      );
    }
    const message = 'message' in caller ? caller.message : 'The access token is not valid.';
    return refuse(401, 'invalid_token', message, wantedScopes);
  }
  const token = v.safeParse(tokenClaims, caller.claims?.['access_token']);
  if (!token.success) {
    const message = 'This address needs an access token. A session of the app does not open it.';
    return refuse(401, 'invalid_token', message, wantedScopes);
  }
  const { id, scopes } = token.output;
  if (!scopes.includes(readScope)) {
    return refuse(403, 'insufficient_scope', `The access token needs the scope ${readScope}.`, [
      readScope,
    ]);
  }
  return {
    caller,
    authInfo: { token: '', clientId: id, scopes, resourceMetadataUrl: metadataUrl },
  };
}

/** Responds with a challenge as RFC 6750 and RFC 9728 define it. */
function respondRefusal(
  status: number,
  error: string | null,
  message: string,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const problem = error === null ? {} : { error, error_description: message };
  const challenge = Object.entries({ ...problem, ...parameters })
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]|[^\x20-\x7e]/g, '')}"`)
    .join(', ');
  return Response.json(
    { error: error ?? 'invalid_request', error_description: message },
    {
      status,
      headers: {
        'www-authenticate': `Bearer ${challenge}`,
        'cache-control': 'no-store',
        ...headers,
      },
    },
  );
}
