import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { listen } from '#server/http/listen.ts';

/** A request to the token endpoint. */
interface TokenRequest {
  readonly authorization: string | undefined;
  readonly form: URLSearchParams;
}

/** An OpenID Connect provider for tests. It issues the ID tokens that the test sets. */
export interface OidcServer {
  readonly issuer: string;
  readonly requests: TokenRequest[];
  /** Replaces members of the discovery document. */
  metadata: Readonly<Record<string, unknown>>;
  /** Sets the ID token of the next token responses. */
  respondWith(idToken: string): void;
  /** Signs claims with the provider's key. */
  sign(claims: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

export async function startOidcServer(): Promise<OidcServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const requests: TokenRequest[] = [];
  let idToken = '';
  let issuer = '';
  const pages: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...provider.metadata,
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/token': () => ({ access_token: 'x', token_type: 'Bearer', id_token: idToken }),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const page = pages[request.url ?? ''];
      if (request.url === '/token') {
        const form = new URLSearchParams(Buffer.concat(chunks).toString());
        requests.push({ authorization: request.headers.authorization, form });
      }
      if (request.url === '/redirect') {
        response.writeHead(307, { location: '/token' }).end();
        return;
      }
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(page?.() ?? {}));
    });
  });
  issuer = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  const provider: OidcServer = {
    issuer,
    requests,
    metadata: {},
    respondWith: (token) => void (idToken = token),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
