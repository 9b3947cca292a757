import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { passwordRules } from '#server/config.ts';
import { relyingPartyOf } from '#server/http/relying-party.ts';
import { asCaller } from '#server/current-caller.ts';
import { isDatabaseUnavailable } from '#server/db/errors/is-unavailable.ts';
import { TooMuchWaits } from '#server/fair-limit.ts';
import type { HttpEnv } from '#server/http/caller/caller.ts';
import { addressSubject } from '#server/http/caller/client-address.ts';
import { guardedFetch } from '#server/http/guarded-fetch.ts';
import { logUnexpected } from '#server/http/request-middleware.ts';
import { allowancesFor } from './limits/allowances.ts';
import { AuthError } from './auth-error.ts';
import { createBackground } from './background.ts';
import { deletedMeanwhile } from './deleted-meanwhile.ts';
import { openOidcProvider } from './oidc/oidc-provider.ts';
import { createPasswords } from './accounts/passwords.ts';
import { createHashPool, hashThreads } from './accounts/hash-pool.ts';
import { createRateLimits } from './limits/rate-limits.ts';
import { createRedirects } from './redirects/redirects.ts';
import { respondError } from './respond-error.ts';
import { routes } from './routes.ts';
import type { AuthDeps, AuthServices } from './services.ts';

function createServices(deps: AuthDeps): AuthServices {
  return {
    ...deps,
    background: deps.background ?? createBackground(deps.log),
    passwords: createPasswords(
      deps.passwordCost,
      createHashPool(hashThreads(deps.config.WEB_PROCESSES)),
    ),
    passwordRules: passwordRules(deps.config),
    limits: createRateLimits(deps.database.auth, deps.now),
    allowances: allowancesFor(deps.config, deps.mailer.local),
    oidc: openOidcProvider(deps.config, deps.siteUrl, deps.now),
    redirects: createRedirects(deps.siteUrl, deps.config.REDIRECT_URLS),
    relyingParty: relyingPartyOf(deps.config, deps.siteUrl),
    fetchUntrusted: deps.fetchUntrusted ?? guardedFetch,
  };
}

/** The mean of a delay that a person hardly notices. */
const defaultRefusalDelayMs = 1_000;
/** Beyond that, holding refused requests would cost more than answering them. */
const maxDelayedRefusals = 2_000;

/**
 * Returns a function that waits before a request is refused with 429. Clients that send the next
 * request as soon as the last one is refused would keep the process busy with refusals, and everybody
 * else waiting. Each wait differs, so that those refused together don't return together.
 */
function createRefusalDelay(delayMs: number): () => Promise<void> {
  let delayed = 0;
  return async () => {
    if (delayed >= maxDelayedRefusals) return;
    delayed += 1;
    await pause(delayMs * (0.5 + Math.random()));
    delayed -= 1;
  };
}

/** Builds the auth API, to be mounted at /auth/v1. It responds as GoTrue does. */
export function buildAuth(deps: AuthDeps): Hono<HttpEnv> {
  const services = createServices(deps);
  const delayRefusal = createRefusalDelay(deps.refusalDelayMs ?? defaultRefusalDelayMs);
  const app = new Hono<HttpEnv>();
  app.use(async (c, next) => {
    c.set('arrivedAt', services.now());
    c.header('cache-control', 'no-store');
    await asCaller(addressSubject(c.var.clientAddress), next);
  });
  for (const { method, path, handle } of routes) {
    app.on(method, path, (c) => handle(c, services));
  }
  app.onError(async (thrown, c) => {
    // The client retries a timeout by itself. Any other failure would end its session.
    let error: Error = deletedMeanwhile(thrown) ?? thrown;
    if (isDatabaseUnavailable(thrown)) {
      error = new AuthError('request_timeout', undefined, { cause: thrown });
    } else if (thrown instanceof TooMuchWaits) {
      error = new AuthError('over_request_rate_limit', undefined, { cause: thrown });
    }
    if (error instanceof AuthError) {
      if (error.status >= 500) {
        deps.log.error('auth failed', { requestId: c.get('requestId'), error });
      }
      if (error.status === 429) await delayRefusal();
      return respondError(c, error);
    }
    logUnexpected(deps.log, c, 'unexpected error', error);
    return respondError(c, new AuthError('unexpected_failure'));
  });
  return app;
}
