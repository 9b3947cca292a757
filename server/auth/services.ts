import type { Context } from 'hono';
import type { PasswordRules } from '#contract/password-rules.ts';
import type { Config } from '#server/config.ts';
import type { RelyingParty } from '#server/http/relying-party.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier, HttpEnv } from '#server/http/caller/caller.ts';
import type { guardedFetch } from '#server/http/guarded-fetch.ts';
import type { Log } from '#server/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Allowances } from './limits/allowances.ts';
import type { Background } from './background.ts';
import type { SigningKeys } from './tokens/keys.ts';
import type { OidcProvider } from './oidc/oidc-provider.ts';
import type { Passwords } from './accounts/passwords.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import type { Redirects } from './redirects/redirects.ts';

/** Dependencies of the auth API. */
export interface AuthDeps {
  readonly config: Config;
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly verifier: CallerVerifier;
  readonly mailer: Mailer;
  /** Public URL of this installation, without a trailing slash. All mailed links start with it. */
  readonly siteUrl: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Runs work after the response. The server waits for it at shutdown. */
  readonly background?: Background;
  /** bcrypt cost of new passwords, measured when the server starts. */
  readonly passwordCost?: number;
  /** How long a 429 waits before it is sent, in milliseconds; a second by default. */
  readonly refusalDelayMs?: number;
  /** Fetches what a stranger's address names; tests replace it. */
  readonly fetchUntrusted?: typeof guardedFetch;
}

/** Services that every endpoint receives. */
export interface AuthServices extends AuthDeps {
  readonly background: Background;
  readonly passwords: Passwords;
  readonly passwordRules: PasswordRules;
  readonly limits: RateLimits;
  readonly allowances: Allowances;
  readonly redirects: Redirects;
  /** The domain and origins of passkeys; null if the site's address can't have passkeys. */
  readonly relyingParty: RelyingParty | null;
  /** The OpenID Connect provider; null when none is configured. */
  readonly oidc: OidcProvider | null;
  readonly fetchUntrusted: typeof guardedFetch;
}

export type AuthContext = Context<HttpEnv>;

export type AuthHandler = (
  context: AuthContext,
  services: AuthServices,
) => Response | Promise<Response>;

/** One endpoint: a method, a path below /auth/v1, and its handler. */
export interface AuthRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL';
  readonly path: string;
  readonly handle: AuthHandler;
}
