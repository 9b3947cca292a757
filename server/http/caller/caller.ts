import type { HttpBindings } from '@hono/node-server';

/** The claims of a verified access token, as GoTrue writes them; more may be present. */
export interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string | readonly string[];
  readonly exp?: number;
  readonly iat?: number;
  readonly role?: string;
  readonly email?: string;
  readonly session_id?: string;
  readonly aal?: string;
  readonly [name: string]: unknown;
}

/** The caller, as proved by API keys and tokens. */
export interface Caller {
  /** The kind of API key that the request carried, in the apikey header or as the bearer token. */
  readonly apiKey: 'publishable' | 'secret' | 'none';
  /** The database role: of the token if there is one, else of the API key, else anon. */
  readonly role: string;
  /** The verified token's claims; null when the request carries no user token. */
  readonly claims: Claims | null;
  /** The claims as JSON text for the database; {"role": …} without a token. */
  readonly claimsJson: string;
}

/** The reason why a key or token was rejected. Each protocol turns it into its own error. */
export type AuthenticationError =
  | { readonly kind: 'unknown-api-key' }
  | { readonly kind: 'malformed-token'; readonly message: string }
  | { readonly kind: 'expired-token' }
  | { readonly kind: 'invalid-signature' }
  | { readonly kind: 'unacceptable-claims'; readonly message: string };

/** Variables of every request, set before a protocol handles it (`c.var` in Hono). */
interface RequestVariables {
  readonly requestId: string;
  /** The client's address. A forwarded address counts only if it comes from a trusted proxy. */
  readonly clientAddress: string;
  /** When the request reached the auth API. Its time limits use this clock. */
  readonly arrivedAt: Date;
}

/** The generic parameter of every Hono app in the server. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}

/** Verifies the API key and token of a request. */
export interface CallerVerifier {
  /** Reads `apikey` and `Authorization: Bearer`. Never throws because of what a client sent. */
  identify(headers: Pick<Headers, 'get'>): Promise<Caller | AuthenticationError>;
}

export function isRefusal(outcome: Caller | AuthenticationError): outcome is AuthenticationError {
  return 'kind' in outcome;
}
