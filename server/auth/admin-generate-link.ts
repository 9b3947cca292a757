import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { actionLink } from './action-link.ts';
import type { LinkType } from './action-link.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { claimAddress } from './claim-address.ts';
import { requireEmail } from './email-address.ts';
import { inviteAddress } from './invitation.ts';
import type { Invitation } from './invitation.ts';
import { insertAccount } from './new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from './one-time-token.ts';
import type { OneTimeTokenType } from './one-time-token.ts';
import { requireStrongPassword } from './passwords.ts';
import { presentUser } from './present-user.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import { requireAdmin } from './require-admin.ts';
import type { AuthContext, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { requireSmallMetadata } from './user-metadata.ts';
import { findUserByEmail, reloadUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

const body = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalData,
  redirect_to: optionalText,
});

interface Asked {
  readonly type: string;
  readonly email: string;
  readonly newEmail: string;
  readonly passwordHash: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

async function issue(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
  type: OneTimeTokenType,
  email: string,
): Promise<Invitation> {
  const secret = makeOneTimeSecret(false);
  const token = { userId: user.id, type, email, secret, flowStateId: null };
  await storeOneTimeToken(services, client, token);
  return { user: await reloadUser(client, user.id), secret };
}

async function signUpLink(services: AuthServices, client: PoolClient, asked: Asked) {
  const { known } = await claimAddress(client, asked.email);
  if (known !== null) throw new AuthError('email_exists');
  const id = randomUUID();
  const { email, passwordHash, data } = asked;
  const createdAt = services.now();
  await insertAccount(client, {
    id,
    identityId: randomUUID(),
    email,
    passwordHash,
    data,
    createdAt,
    confirmed: false,
    madeBy: 'administrator',
  });
  await client.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
    id,
    createdAt,
  ]);
  return issue(services, client, await reloadUser(client, id), 'confirmation_token', email);
}

async function changeLink(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
  asked: Asked,
) {
  const { type, newEmail } = asked;
  if ((await findUserByEmail(client, newEmail)) !== null) throw new AuthError('email_exists');
  await client.query(
    `update auth.users set email_change = $2, email_change_sent_at = $3,
       email_change_confirm_status = 0, updated_at = $3 where id = $1`,
    [user.id, newEmail, services.now()],
  );
  return type === 'email_change_new'
    ? issue(services, client, user, 'email_change_token_new', newEmail)
    : issue(services, client, user, 'email_change_token_current', asked.email);
}

interface Made extends Invitation {
  readonly linkType: LinkType;
  /** As the client is told: a link for an unknown address became a sign-up. */
  readonly verificationType: string;
}

async function makeLink(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  asked: Asked,
): Promise<Made> {
  const { type, email, data } = asked;
  const known = await findUserByEmail(client, email);
  if (type === 'invite') {
    const invitation = await inviteAddress(services, c, client, email, data);
    return { ...invitation, linkType: type, verificationType: type };
  }
  if (type === 'signup' || (type === 'magiclink' && known === null)) {
    const made = await signUpLink(services, client, asked);
    return { ...made, linkType: 'signup', verificationType: 'signup' };
  }
  if (known === null) {
    throw new AuthError('user_not_found', 'User with this email not found', { status: 404 });
  }
  if (type === 'magiclink' || type === 'recovery') {
    await recordAudit(client, c, 'user_recovery_requested', known);
    const made = await issue(services, client, known, 'recovery_token', email);
    return { ...made, linkType: type, verificationType: type };
  }
  const made = await changeLink(services, client, known, asked);
  return { ...made, linkType: 'email_change', verificationType: type };
}

const types = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
];

async function readAsked(
  services: AuthServices,
  given: v.InferOutput<typeof body>,
): Promise<Asked> {
  const { type, password } = given;
  if (!types.includes(type)) {
    throw new AuthError('validation_failed', `Invalid email action link type requested: ${type}`);
  }
  const email = requireEmail(given.email);
  if (type === 'signup' && password === '') {
    throw new AuthError('validation_failed', 'Signup requires a valid password');
  }
  const data = given.data ?? {};
  requireSmallMetadata(data);
  if (type === 'signup') requireStrongPassword(password);
  return {
    type,
    email,
    newEmail: type.startsWith('email_change') ? requireEmail(given.new_email) : '',
    passwordHash: type === 'signup' ? await services.passwords.hash(password) : null,
    data,
  };
}

/** Makes the link of a mail for whoever sends their mails themselves. */
export const adminGenerateLink: AuthRoute = {
  method: 'POST',
  path: '/admin/generate_link',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const given = await readBody(c, body);
    const asked = await readAsked(services, given);
    const wanted = given.redirect_to === '' ? c.req.query('redirect_to') : given.redirect_to;
    const redirectTo = services.redirects.allowed(wanted);
    const made = await inTransaction(services.database.auth, (client) =>
      makeLink(services, c, client, asked),
    );
    const { token, code } = made.secret;
    return c.json({
      ...presentUser(made.user),
      action_link: actionLink(services, { token, type: made.linkType, redirectTo }),
      email_otp: code,
      hashed_token: token,
      verification_type: made.verificationType,
      redirect_to: redirectTo,
    });
  },
};
