import * as v from 'valibot';
import { inviteMail } from '#server/mail/letters.ts';
import { linkLetter } from '#server/auth/mail/action-link.ts';
import { requireEmail } from '#server/auth/mail/email-address.ts';
import { inviteAddress } from '#server/auth/admin/invitation.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { optionalData, optionalText, readBody } from '#server/auth/read-body.ts';
import { requireAdmin } from '#server/auth/admin/require-admin.ts';
import { requireMailServer, sendMail } from '#server/auth/mail/send-mail.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { requireSmallMetadata } from '#server/auth/accounts/user-metadata.ts';

const body = v.object({ email: optionalText, data: optionalData });

/**
 * Creates an account for an address and mails its sign-in link. A repeated call mails a new link.
 */
export const invite: AuthRoute = {
  method: 'POST',
  path: '/invite',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const input = await readBody(c, body);
    const email = requireEmail(input.email);
    const { data } = input;
    requireSmallMetadata(data);
    const redirectTo = services.redirects.resolve(c.req.query('redirect_to'));
    await requireMailServer(services, 'invite', email);
    const { user, secret } = await inTransaction(services.database.auth, (client) =>
      inviteAddress(services, c, client, email, data),
    );
    const letter = linkLetter(services, email, secret, { type: 'invite', redirectTo });
    await sendMail(services, 'invite', inviteMail(letter));
    return c.json(presentUser(user));
  },
};
