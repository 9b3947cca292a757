import * as v from 'valibot';
import { inviteMail } from '#server/mail/letters.ts';
import { actionLink } from './action-link.ts';
import { requireEmail } from './email-address.ts';
import { inviteAddress } from './invitation.ts';
import { presentUser } from './present-user.ts';
import { optionalData, optionalText, readBody } from './read-body.ts';
import { requireAdmin } from './require-admin.ts';
import { requireMail, sendMail } from './send-mail.ts';
import type { AuthRoute } from './services.ts';
import { inTransaction } from './transaction.ts';
import { requireSmallMetadata } from './user-metadata.ts';

const body = v.object({ email: optionalText, data: optionalData });

/** Makes an account for somebody and mails them the way in. Asked again, it mails a new one. */
export const invite: AuthRoute = {
  method: 'POST',
  path: '/invite',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const given = await readBody(c, body);
    const email = requireEmail(given.email);
    const data = given.data ?? {};
    requireSmallMetadata(data);
    const redirectTo = services.redirects.allowed(c.req.query('redirect_to'));
    await requireMail(services, 'invite', email);
    const { user, secret } = await inTransaction(services.database.auth, (client) =>
      inviteAddress(services, c, client, email, data),
    );
    const url = actionLink(services, { token: secret.token, type: 'invite', redirectTo });
    const brand = services.config.BRAND_NAME;
    await sendMail(services, 'invite', inviteMail({ brand, to: email, url, code: secret.code }));
    return c.json(presentUser(user));
  },
};
