import type { PoolClient } from 'pg';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { issueCode } from '#server/auth/tokens/flow-state.ts';
import { pkcePrefix, consumeByToken } from '#server/auth/tokens/one-time-token.ts';
import { countFromAddress } from '#server/auth/limits/count-requests.ts';
import {
  redirectWithError,
  withFragment,
  withSession,
} from '#server/auth/redirects/redirect-response.ts';
import { startSession } from '#server/auth/tokens/session.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import {
  completeVerification,
  firstLinkConfirmed,
  tokenTypesOf,
} from '#server/auth/tokens/verification.ts';

interface Link {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
}

function isPkce(link: Link): boolean {
  return link.token.startsWith(pkcePrefix);
}

const redirectTargetOf = (link: Link) => ({ redirectTo: link.redirectTo, inQuery: isPkce(link) });

async function followLink(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  link: Link,
): Promise<string> {
  const token = await consumeByToken(services, client, link.token, tokenTypesOf(link.type));
  if (token === null) throw new AuthError('otp_expired');
  const user = await completeVerification(services, c, client, token);
  if (user === null) return withFragment(redirectTargetOf(link), { message: firstLinkConfirmed });
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

/** Whether a program fetches the link before its reader does; that must not consume the token. */
function isPrefetch(c: AuthContext): boolean {
  const purpose = c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '';
  return c.req.raw.method === 'HEAD' || purpose.includes('prefetch');
}

/** Handles the link of a mail: confirms the address and redirects to the page with a session. */
export const verifyLink: AuthRoute = {
  method: 'GET',
  path: '/verify',
  handle: async (c, services) => {
    if (isPrefetch(c)) return c.body(null, 204);
    const { token = c.req.query('token_hash') ?? '', type = '' } = c.req.query();
    if (type === '') throw invalid('Verify requires a verification type');
    if (token === '') throw invalid('Verify requires a token or a token hash');
    const redirectTo = services.redirects.resolve(c.req.query('redirect_to'));
    const link = { token, type, redirectTo };
    c.header('referrer-policy', 'no-referrer');
    try {
      await countFromAddress(c, services, services.allowances.verificationsFromAddress);
      const next = await inTransaction(services.database.auth, (client) =>
        followLink(c, services, client, link),
      );
      return c.redirect(next, 303);
    } catch (error) {
      return redirectWithError(c, services, redirectTargetOf(link), error, 'a link failed');
    }
  },
};
