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

/** Who calls, as far as keys and tokens prove it. */
export interface Caller {
  /** Which API key the request carried, in the apikey header or as the bearer. */
  readonly apiKey: 'publishable' | 'secret' | 'none';
  /** The database role: of the token if there is one, else of the key; anon without either. */
  readonly role: string;
  /** The verified token's claims; null when the request carries no user token. */
  readonly claims: Claims | null;
  /** JSON text of the claims ({"role": …} without a token), for the database. */
  readonly claimsJson: string;
}

/** Why a key or token was not accepted. Each protocol answers with its own error. */
export type CallerRefusal =
  | { readonly kind: 'unknown-api-key' }
  | { readonly kind: 'malformed-token'; readonly message: string }
  | { readonly kind: 'expired-token' }
  | { readonly kind: 'invalid-signature' }
  | { readonly kind: 'unacceptable-claims'; readonly message: string };

/** What the server knows of every request before a protocol handles it (`c.var` in Hono). */
interface RequestVariables {
  readonly requestId: string;
  /** The address of the client; a forwarded one only from a trusted proxy. */
  readonly clientAddress: string;
  /** When it came to the account interface, by whose clock its time limits go. */
  readonly arrivedAt: Date;
}

/** The generic parameter of every Hono app in the server. */
export interface HttpEnv {
  Bindings: Partial<HttpBindings>;
  Variables: RequestVariables;
}

/** Verifies keys and tokens of a request. */
export interface CallerVerifier {
  /** Reads `apikey` and `Authorization: Bearer`. Never throws for what a client sent. */
  identify(headers: Pick<Headers, 'get'>): Promise<Caller | CallerRefusal>;
}

export function isRefusal(outcome: Caller | CallerRefusal): outcome is CallerRefusal {
  return 'kind' in outcome;
}
