import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { actionLink, type LinkType } from '#server/auth/mail/action-link.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { inviteAddress, issueToken, type Invitation } from './invitation.ts';
import { insertAccount, newAccount } from '#server/auth/accounts/new-account.ts';
import { requireStrongPassword } from '#server/auth/accounts/passwords.ts';
import { administrators } from './admin-user-input.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { optionalData, optionalText, readBody } from '#server/auth/read-body.ts';
import { requireAdmin } from './require-admin.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { changeMetadata, requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';
import {
  findUserByEmail,
  isConfirmed,
  markMailSent,
  type UserRecord,
} from '#server/auth/accounts/user-record.ts';

const body = v.object({
  type: optionalText,
  email: optionalText,
  new_email: optionalText,
  password: optionalText,
  data: optionalData,
  redirect_to: optionalText,
});

interface LinkRequest {
  readonly type: string;
  readonly email: string;
  readonly newEmail: string;
  readonly passwordHash: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Inserts an account for a sign-up link, with the time that makes it replaceable by its owner. */
async function insertForLink(
  services: AuthServices,
  client: PoolClient,
  { email, passwordHash, data }: LinkRequest,
): Promise<string> {
  const account = newAccount(services, { email, passwordHash, data, createdBy: 'administrator' });
  const { id, createdAt } = account;
  await insertAccount(client, account);
  await client.query('update auth.users set confirmation_sent_at = $2 where id = $1', [
    id,
    createdAt,
  ]);
  return id;
}

/** Creates an account and its link; or a link for an account that was created and not confirmed. */
async function createSignUpLink(services: AuthServices, client: PoolClient, request: LinkRequest) {
  const { email, data } = request;
  const { existing } = await claimAddress(client, email);
  if (existing !== null && isConfirmed(existing)) throw new AuthError('email_exists');
  if (existing !== null) await changeMetadata(services, client, existing, data);
  const id = existing?.id ?? (await insertForLink(services, client, request));
  return issueToken(services, client, id, 'confirmation_token', email);
}

async function createEmailChangeLink(
  services: AuthServices,
  client: PoolClient,
  user: UserRecord,
  request: LinkRequest,
) {
  const { type, newEmail } = request;
  if ((await findUserByEmail(client, newEmail)) !== null) throw new AuthError('email_exists');
  await client.query(
    `update auth.users set email_change = $2, email_change_sent_at = $3,
       email_change_confirm_status = 0, updated_at = $3 where id = $1`,
    [user.id, newEmail, services.now()],
  );
  return type === 'email_change_new'
    ? issueToken(services, client, user.id, 'email_change_token_new', newEmail)
    : issueToken(services, client, user.id, 'email_change_token_current', request.email);
}

interface GeneratedLink extends Invitation {
  readonly linkType: LinkType;
  /** Sent to the client: a magic link for an unknown address becomes `signup`. */
  readonly verificationType: string;
}

async function makeLink(
  services: AuthServices,
  c: AuthContext,
  client: PoolClient,
  request: LinkRequest,
): Promise<GeneratedLink> {
  const { type, email, data } = request;
  const existing = await findUserByEmail(client, email);
  if (type === 'invite') {
    const invitation = await inviteAddress(services, c, client, email, data);
    return { ...invitation, linkType: type, verificationType: type };
  }
  if (type === 'signup' || (type === 'magiclink' && existing === null)) {
    const generated = await createSignUpLink(services, client, request);
    return { ...generated, linkType: 'signup', verificationType: 'signup' };
  }
  if (existing === null) {
    throw new AuthError('user_not_found', 'User with this email not found', { status: 404 });
  }
  if (type === 'magiclink' || type === 'recovery') {
    await recordAudit(client, c, 'user_recovery_requested', existing);
    await markMailSent(services, client, existing.id, 'recovery_sent_at');
    const generated = await issueToken(services, client, existing.id, 'recovery_token', email);
    return { ...generated, linkType: type, verificationType: type };
  }
  const generated = await createEmailChangeLink(services, client, existing, request);
  return { ...generated, linkType: 'email_change', verificationType: type };
}

const types = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
];

async function readLinkRequest(
  services: AuthServices,
  input: v.InferOutput<typeof body>,
): Promise<LinkRequest> {
  const { type, password } = input;
  if (!types.includes(type)) throw invalid(`Invalid email action link type requested: ${type}`);
  const email = requireEmail(input.email);
  if (type === 'signup' && password === '') throw invalid('Signup requires a valid password');
  const { data } = input;
  requireSmallMetadata(data);
  if (type === 'signup') requireStrongPassword(password, services.passwordRules);
  return {
    type,
    email,
    newEmail: type.startsWith('email_change') ? requireEmail(input.new_email) : '',
    passwordHash:
      type === 'signup' ? await services.passwords.hash(password, administrators) : null,
    data,
  };
}

/** Generates the link of a mail, for administrators who send the mail themselves. */
export const adminGenerateLink: AuthRoute = {
  method: 'POST',
  path: '/admin/generate_link',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const input = await readBody(c, body);
    const request = await readLinkRequest(services, input);
    const requestedRedirect =
      input.redirect_to === '' ? c.req.query('redirect_to') : input.redirect_to;
    const redirectTo = services.redirects.resolve(requestedRedirect);
    const generated = await inTransaction(services.database.auth, (client) =>
      makeLink(services, c, client, request),
    );
    const { token, code } = generated.secret;
    return c.json({
      ...presentUser(generated.user),
      action_link: actionLink(services, { token, type: generated.linkType, redirectTo }),
      email_otp: code,
      hashed_token: token,
      verification_type: generated.verificationType,
      redirect_to: redirectTo,
    });
  },
};
