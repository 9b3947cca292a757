import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { invalid } from '#server/auth/auth-error.ts';
import { countChange } from '#server/auth/limits/count-requests.ts';
import {
  listPasskeys,
  presentPasskey,
  requirePasskeyOwner,
  requireRelyingParty,
  type Passkey,
} from './passkey.ts';
import { optionalText, readBody } from '#server/auth/read-body.ts';
import type { AuthContext, AuthRoute, AuthServices } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import { isUuid } from '#contract/uuid.ts';

const maxNameLength = 120;

/** Returns the passkey of the user that the path names. */
export async function requirePasskey(
  c: AuthContext,
  { database }: AuthServices,
  userId: string,
): Promise<Passkey> {
  const id = c.req.param('passkey') ?? '';
  const passkeys = isUuid(id) ? await listPasskeys(database.auth, userId) : [];
  const passkey = passkeys.find((one) => one.id === id.toLowerCase());
  if (passkey === undefined) throw invalid('Passkey not found', 404);
  return passkey;
}

export async function deletePasskeyRow(client: PoolClient, id: string): Promise<void> {
  await client.query('delete from auth.webauthn_credentials where id = $1', [id]);
}

/** Lists the user's passkeys, oldest first. */
export const listOwnPasskeys: AuthRoute = {
  method: 'GET',
  path: '/passkeys',
  handle: async (c, services) => {
    requireRelyingParty(services);
    const { user } = await requirePasskeyOwner(c, services);
    return c.json((await listPasskeys(services.database.auth, user.id)).map(presentPasskey));
  },
};

const body = v.object({ friendly_name: optionalText });

/** Renames one of the user's passkeys. */
export const renamePasskey: AuthRoute = {
  method: 'PATCH',
  path: '/passkeys/:passkey',
  handle: async (c, services) => {
    requireRelyingParty(services);
    const { user } = await requirePasskeyOwner(c, services);
    await countChange(c, services, user.id);
    const { friendly_name: name } = await readBody(c, body);
    if (name === '') throw invalid('friendly_name is required');
    if (Array.from(name).length > maxNameLength) {
      throw invalid(`friendly_name must be ${maxNameLength} characters or less`);
    }
    const passkey = await requirePasskey(c, services, user.id);
    await inTransaction(services.database.auth, async (client) => {
      await client.query(
        'update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1',
        [passkey.id, name, services.now()],
      );
      await recordAudit(client, c, 'passkey_updated', user, { passkey_id: passkey.id });
    });
    return c.json(presentPasskey({ ...passkey, friendly_name: name }));
  },
};

/** Removes one of the user's passkeys. */
export const removePasskey: AuthRoute = {
  method: 'DELETE',
  path: '/passkeys/:passkey',
  handle: async (c, services) => {
    requireRelyingParty(services);
    const { user } = await requirePasskeyOwner(c, services);
    await countChange(c, services, user.id);
    const passkey = await requirePasskey(c, services, user.id);
    await inTransaction(services.database.auth, async (client) => {
      await deletePasskeyRow(client, passkey.id);
      await recordAudit(client, c, 'passkey_deleted', user, { passkey_id: passkey.id });
    });
    return c.body(null, 204);
  },
};
