import type { PoolClient } from 'pg';
import { AuthError } from './auth-error.ts';
import { issueCode } from './flow-state.ts';
import { pkcePrefix, takeByToken } from './one-time-token.ts';
import { addressSubject } from './rate-limits.ts';
import { withError, withFragment, withSession } from './redirect-answer.ts';
import { startSession } from './session.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { completeVerification, tokenTypesOf } from './verification.ts';

const oneOfTwoAgreed =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

interface Link {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
}

function isPkce(link: Link): boolean {
  return link.token.startsWith(pkcePrefix);
}

const backOf = (link: Link) => ({ redirectTo: link.redirectTo, inQuery: isPkce(link) });

async function follow(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  link: Link,
): Promise<string> {
  const token = await takeByToken(services, client, link.token, tokenTypesOf(link.type));
  if (token === null) throw new AuthError('otp_expired');
  const user = await completeVerification(services, c, client, token);
  if (user === null) return withFragment(backOf(link), { message: oneOfTwoAgreed });
  if (!isPkce(link)) {
    const session = await startSession(services, c, client, user.id, 'otp');
    return withSession(link.redirectTo, session, link.type);
  }
  const { flow_state_id: flow } = token;
  const code = flow === null ? null : await issueCode(services, client, flow);
  if (code === null) throw new AuthError('flow_state_not_found', undefined, { status: 400 });
  const url = new URL(link.redirectTo);
  url.searchParams.set('code', code);
  return url.href;
}

/** Programs that look at a link before its reader does must not use it up. */
function isOnlyLooking(c: AuthContext): boolean {
  const purpose = c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '';
  return c.req.raw.method === 'HEAD' || purpose.includes('prefetch');
}

/** The link in a mail: proves the address and leads on to the page, signed in. */
export const verifyLink: AuthRoute = {
  method: 'GET',
  path: '/verify',
  handle: async (c, services) => {
    if (isOnlyLooking(c)) return c.body(null, 204);
    const { token = c.req.query('token_hash') ?? '', type = '' } = c.req.query();
    if (type === '') {
      throw new AuthError('validation_failed', 'Verify requires a verification type');
    }
    if (token === '') {
      throw new AuthError('validation_failed', 'Verify requires a token or a token hash');
    }
    const redirectTo = services.redirects.allowed(c.req.query('redirect_to'));
    const link = { token, type, redirectTo };
    c.header('referrer-policy', 'no-referrer');
    try {
      const { limits, allowances } = services;
      await limits.use(allowances.verificationsFromAddress, addressSubject(c.get('clientAddress')));
      const next = await inTransaction(services.database.auth, (client) =>
        follow(c, services, client, link),
      );
      return c.redirect(next, 303);
    } catch (error) {
      if (error instanceof AuthError) return c.redirect(withError(backOf(link), error), 303);
      services.log.error('a link failed', { requestId: c.get('requestId'), error });
      return c.redirect(withError(backOf(link), new AuthError('unexpected_failure')), 303);
    }
  },
};
