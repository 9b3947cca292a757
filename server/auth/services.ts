import type { Context } from 'hono';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { CallerVerifier, HttpEnv } from '#server/http/caller.ts';
import type { Log } from '#server/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Allowances } from './allowances.ts';
import type { Background } from './background.ts';
import type { SigningKeys } from './keys.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { Passwords } from './passwords.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Redirects } from './redirects.ts';

/** What the account interface is built from. */
export interface AuthDeps {
  readonly config: Config;
  readonly database: Database;
  readonly keys: SigningKeys;
  readonly verifier: CallerVerifier;
  readonly mailer: Mailer;
  /** Public address of this installation, without a trailing slash; all links start with it. */
  readonly siteUrl: string;
  readonly log: Log;
  readonly now: () => Date;
  /** Where work goes that an answer must not wait for; a server waits for it before it stops. */
  readonly background?: Background;
  /** bcrypt's cost for new passwords; measured at the start of a server. */
  readonly passwordCost?: number;
}

/** What every endpoint gets. */
export interface AuthServices extends AuthDeps {
  readonly background: Background;
  readonly passwords: Passwords;
  readonly limits: RateLimits;
  readonly allowances: Allowances;
  readonly redirects: Redirects;
  /** The OpenID Connect provider, when one is configured. */
  readonly oidc: OidcProvider | null;
}

export type AuthContext = Context<HttpEnv>;

export type AuthHandler = (
  context: AuthContext,
  services: AuthServices,
) => Response | Promise<Response>;

/** One endpoint: a method, a path below /auth/v1, and what it does. */
export interface AuthRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL';
  readonly path: string;
  readonly handle: AuthHandler;
}
