import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { groupFreeScopes } from '#contract/access-scopes.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { readBody } from '#server/auth/read-body.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { requireSecondFactor, requireSession } from '#server/auth/tokens/require-session.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { sha256 } from '#server/http/caller/access-tokens.ts';
import type { PoolClient } from 'pg';
import { isUuid } from '#contract/uuid.ts';
import { presentClient, type PresentedClient, presentedColumns } from './clients.ts';
import { issuerOf } from './metadata.ts';
import { withParameters } from './redirect-uri.ts';

/** An app that uses its code later than this starts over. */
const codeMs = 2 * 60_000;
const maxGrants = 100;

interface PendingAuthorization extends PresentedClient {
  readonly id: string;
  readonly redirect_uri: string;
  readonly state: string | null;
  readonly scopes: readonly string[];
  readonly audience: string;
}

async function findPending(
  { now }: AuthServices,
  client: Pick<PoolClient, 'query'>,
  id: string,
): Promise<PendingAuthorization> {
  const { rows } = await client.query<PendingAuthorization>(
    `select a.id, a.redirect_uri, a.state, a.scopes, a.audience, ${presentedColumns}
     from auth.oauth_authorizations a join auth.oauth_clients c on c.id = a.client_id
     where a.id = $1 and a.decided_at is null and a.expires_at > $2
     for update of a`,
    [isUuid(id) ? id : null, now()],
  );
  const [pending] = rows;
  if (pending === undefined) throw new AuthError('oauth_authorization_not_found');
  return pending;
}

function withoutQuery(address: string): string {
  return address.replace(/\?.*$/, '');
}

/**
 * Returns what an app asks for, for the consent page. An earlier consent is never taken as an answer:
 * anybody can start a request with the public client_id of an app.
 */
export const readAuthorization: AuthRoute = {
  method: 'GET',
  path: '/oauth/authorizations/:id',
  handle: async (c, services) => {
    const { user } = await requireSession(c, services);
    const pending = await findPending(services, services.database.auth, c.req.param('id') ?? '');
    return c.json({
      authorization_id: pending.id,
      redirect_uri: withoutQuery(pending.redirect_uri),
      client: presentClient(pending),
      user: { id: user.id, email: user.email ?? '' },
      scope: pending.scopes.join(' '),
      resource: pending.audience,
    });
  },
};

const optionalId = v.nullish(v.pipe(v.string(), v.check(isUuid, 'Expected a UUID')), null);
const body = v.object({
  action: v.picklist(['approve', 'deny']),
  group_id: optionalId,
  team_id: optionalId,
});
type Decision = v.InferOutput<typeof body>;

/** Returns a code for what was approved, which is stored as its hash. */
async function approve(
  { now }: AuthServices,
  client: PoolClient,
  pending: PendingAuthorization,
  userId: string,
  { group_id: groupId, team_id: teamId }: Decision,
): Promise<string> {
  if (groupId !== null && teamId !== null) throw invalid('Send a group_id or a team_id, not both');
  const scopes =
    groupId === null
      ? pending.scopes
      : pending.scopes.filter((scope) => groupFreeScopes.every((other) => other !== scope));
  if (scopes.length === 0) {
    throw invalid('Nothing of this request can be limited to a group');
  }
  // Two decisions at once are counted one after the other.
  await client.query('select from auth.users where id = $1 for update', [userId]);
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from auth.oauth_grants where user_id = $1',
    [userId],
  );
  if ((rows[0]?.count ?? 0) >= maxGrants) {
    throw invalid(
      `An account connects at most ${maxGrants} apps. Revoke one that is no longer used.`,
    );
  }
  const code = randomBytes(32).toString('base64url');
  const at = now();
  await client.query(
    `update auth.oauth_authorizations
     set decided_at = $2, expires_at = $3, user_id = $4, group_id = $5, team_id = $6, scopes = $7,
       code_hash = $8
     where id = $1`,
    [
      pending.id,
      at,
      new Date(at.getTime() + codeMs),
      userId,
      groupId,
      teamId,
      scopes,
      sha256(code),
    ],
  );
  await client.query('update auth.oauth_clients set last_approved_at = $2 where id = $1', [
    pending.client_id,
    at,
  ]);
  return code;
}

async function deny(
  { now }: AuthServices,
  client: PoolClient,
  pending: PendingAuthorization,
  userId: string,
): Promise<void> {
  await client.query(
    `update auth.oauth_authorizations set decided_at = $2, expires_at = $2, user_id = $3
     where id = $1`,
    [pending.id, now(), userId],
  );
}

async function decide(c: AuthContext, services: AuthServices): Promise<string> {
  const signedIn = await requireSession(c, services);
  requireSecondFactor(signedIn, 'connect an app');
  const { user } = signedIn;
  const decision = await readBody(c, body);
  return inTransaction(services.database.auth, async (client) => {
    const pending = await findPending(services, client, c.req.param('id') ?? '');
    const { client_id, scopes, redirect_uri, state } = pending;
    const iss = issuerOf(services.siteUrl);
    if (decision.action === 'deny') {
      await deny(services, client, pending, user.id);
      const refusal = { error: 'access_denied', error_description: 'The person denied access' };
      return withParameters(redirect_uri, { ...refusal, state, iss });
    }
    const code = await approve(services, client, pending, user.id, decision);
    await recordAudit(client, c, 'oauth_consent_granted', user, { client_id, scopes });
    return withParameters(redirect_uri, { code, state, iss });
  });
}

/** Takes the person's decision, once, and returns where the browser goes with it. */
export const decideAuthorization: AuthRoute = {
  method: 'POST',
  path: '/oauth/authorizations/:id/consent',
  handle: async (c, services) => c.json({ redirect_url: await decide(c, services) }),
};
