import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { confirmationMail, magicLinkMail } from '#server/mail/letters.ts';
import { actionLink } from './action-link.ts';
import { recordAudit } from './audit.ts';
import { AuthError } from './auth-error.ts';
import { claimAddress } from './claim-address.ts';
import { requireEmail } from './email-address.ts';
import { beginFlow, readCodeChallenge } from './flow-state.ts';
import type { CodeChallenge } from './flow-state.ts';
import { countMail } from './mail-limits.ts';
import { insertAccount } from './new-account.ts';
import { makeOneTimeSecret, storeOneTimeToken } from './one-time-token.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import { requireKnownKey } from './require-session.ts';
import { requireMail, sendMailLater } from './send-mail.ts';
import type { AuthContext, AuthHandler, AuthRoute, AuthServices } from './services.ts';
import { inTransaction } from './transaction.ts';
import { requireSmallMetadata } from './user-metadata.ts';
import { isBanned, reloadUser } from './user-record.ts';
import type { UserRecord } from './user-record.ts';

const body = v.object({
  email: optionalText,
  phone: optionalText,
  create_user: v.nullish(v.boolean(), true),
  data: optionalData,
  code_challenge: optionalText,
  code_challenge_method: optionalText,
});

interface Asked {
  readonly email: string;
  readonly createUser: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly redirectTo: string;
  readonly challenge: CodeChallenge | null;
}

/**
 * Whom the mail signs in. An account that was never entered gives way, so that whoever made it with
 * a foreign address and a password of their own is not let in with its owner.
 */
async function findOrCreate(
  c: AuthContext,
  services: AuthServices,
  client: PoolClient,
  asked: Asked,
): Promise<UserRecord | null> {
  const before = await claimAddress(client, asked.email);
  if (before.known !== null) return before.known;
  if (!asked.createUser && !before.gaveWay) return null;
  const id = randomUUID();
  await insertAccount(client, {
    id,
    identityId: randomUUID(),
    email: asked.email,
    passwordHash: null,
    data: asked.data,
    createdAt: services.now(),
    confirmed: false,
    madeBy: 'person',
  });
  const user = await reloadUser(client, id);
  await recordAudit(client, c, 'user_confirmation_requested', user, { provider: 'email' });
  return user;
}

async function sendLink(c: AuthContext, services: AuthServices, asked: Asked): Promise<void> {
  const { email, redirectTo, challenge } = asked;
  const secret = makeOneTimeSecret(challenge !== null);
  const type = await inTransaction(services.database.auth, async (client) => {
    const user = await findOrCreate(c, services, client, asked);
    if (user === null || isBanned(user, services.now())) return null;
    const isNew = user.email_confirmed_at === null;
    const method = isNew ? 'email/signup' : 'magiclink';
    if (!isNew) {
      await recordAudit(client, c, 'user_recovery_requested', user, { method });
      await client.query(
        'update auth.users set recovery_sent_at = $2, updated_at = $2 where id = $1',
        [user.id, services.now()],
      );
    }
    await storeOneTimeToken(services, client, {
      userId: user.id,
      type: isNew ? 'confirmation_token' : 'recovery_token',
      email,
      secret,
      flowStateId:
        challenge === null
          ? null
          : await beginFlow(services, client, { userId: user.id, method, challenge }),
    });
    return isNew ? 'signup' : 'magiclink';
  });
  if (type === null) return;
  const url = actionLink(services, { token: secret.token, type, redirectTo });
  const letter = { brand: services.config.BRAND_NAME, to: email, url, code: secret.code };
  await sendMailLater(
    services,
    type === 'signup' ? confirmationMail(letter) : magicLinkMail(letter),
  );
}

/** Mails a link and a code that sign in. The answer never depends on who has an account. */
const sendOtp: AuthHandler = async (c, services) => {
  await requireKnownKey(c, services);
  const given = await readBody(c, body);
  if (given.phone !== '') {
    throw new AuthError('phone_provider_disabled', 'Unsupported phone provider');
  }
  if (given.email === '') {
    throw new AuthError('validation_failed', 'One of email or phone must be set');
  }
  const data = given.data ?? {};
  requireSmallMetadata(data);
  const asked: Asked = {
    email: requireEmail(given.email),
    createUser: given.create_user ?? true,
    data,
    redirectTo: services.redirects.allowed(c.req.query('redirect_to')),
    challenge: readCodeChallenge(given.code_challenge, given.code_challenge_method),
  };
  await countMail(c, services, asked.email, 'magic link');
  await requireMail(services, 'magic link', asked.email);
  services.background.start('otp', () => sendLink(c, services, asked));
  return c.json({});
};

export const otp: AuthRoute = { method: 'POST', path: '/otp', handle: sendOtp };

/** The same under the name that older clients know. */
export const magicLink: AuthRoute = { method: 'POST', path: '/magiclink', handle: sendOtp };
