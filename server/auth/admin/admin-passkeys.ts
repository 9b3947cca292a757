import { recordAudit } from '#server/auth/accounts/audit.ts';
import { deletePasskeyRow, requirePasskey } from '#server/auth/passkeys/manage-passkeys.ts';
import {
  listPasskeys,
  presentPasskey,
  requireRelyingParty,
} from '#server/auth/passkeys/passkey.ts';
import { adminSubject, requireNamedUser } from './require-admin.ts';
import type { AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';

/** Lists the passkeys of a user. */
export const adminListPasskeys: AuthRoute = {
  method: 'GET',
  path: '/admin/users/:user/passkeys',
  handle: async (c, services) => {
    const user = await requireNamedUser(c, services);
    requireRelyingParty(services);
    return c.json((await listPasskeys(services.database.auth, user.id)).map(presentPasskey));
  },
};

/** Deletes a passkey, for a user who lost their device. */
export const adminDeletePasskey: AuthRoute = {
  method: 'DELETE',
  path: '/admin/users/:user/passkeys/:passkey',
  handle: async (c, services) => {
    const user = await requireNamedUser(c, services);
    requireRelyingParty(services);
    const passkey = await requirePasskey(c, services, user.id);
    await inTransaction(services.database.auth, async (client) => {
      await deletePasskeyRow(client, passkey.id);
      const traits = { user_id: user.id, passkey_id: passkey.id };
      await recordAudit(client, c, 'passkey_deleted', adminSubject, traits);
    });
    return c.body(null, 204);
  },
};
