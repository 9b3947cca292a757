import type { PoolClient } from 'pg';
import * as v from 'valibot';
import { isUuid } from '#contract/uuid.ts';
import { applyAdminUserInput, readAdminUserInput } from './admin-user-input.ts';
import { recordAudit } from '#server/auth/accounts/audit.ts';
import { AuthError, invalid } from '#server/auth/auth-error.ts';
import { claimAddress } from '#server/auth/accounts/claim-address.ts';
import { insertAccount, newAccount } from '#server/auth/accounts/new-account.ts';
import { presentUser } from '#server/auth/accounts/present-user.ts';
import { readBody } from '#server/auth/read-body.ts';
import { adminSubject, requireAdmin, requireNamedUser } from './require-admin.ts';
import type { AuthContext, AuthRoute } from '#server/auth/services.ts';
import { inTransaction } from '#server/db/connections/transaction.ts';
import {
  findAnyUserById,
  listUsers,
  reloadUser,
  type UserRecord,
} from '#server/auth/accounts/user-record.ts';

const auditTraits = (user: UserRecord) => ({ user_id: user.id, user_email: user.email });

const maxPerPage = 1000;

function readNumber(c: AuthContext, name: string, fallback: number, max: number): number {
  const text = c.req.query(name) ?? '';
  if (text === '') return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max) {
    throw invalid(`Bad Pagination Parameters: ${name} goes from 1 to ${max}`);
  }
  return number;
}

/** Reads the order of `sort`, such as `created_at asc`. Nothing else is sorted by. */
function readOrder(c: AuthContext): 'asc' | 'desc' {
  const [field, order = 'desc'] = (c.req.query('sort') ?? 'created_at').split(' ');
  if (field !== 'created_at') throw invalid(`Bad Sort Parameters: bad field for sort '${field}'`);
  const lower = order.toLowerCase();
  if (lower === 'asc' || lower === 'desc') return lower;
  throw invalid(
    `Bad Sort Parameters: bad direction for sort '${order}', only 'asc' and 'desc' allowed`,
  );
}

/**
 * Returns the Link header. The client expects `page` as the first parameter of each link. The others
 * keep the filter and the order.
 */
function pageLinks(c: AuthContext, page: number, perPage: number, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams({ page: String(to), per_page: String(perPage) });
    for (const name of ['filter', 'sort']) {
      const value = c.req.query(name) ?? '';
      if (value !== '') query.set(name, value);
    }
    return `</admin/users?${query.toString()}>; rel="${rel}"`;
  };
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

export const adminListUsers: AuthRoute = {
  method: 'GET',
  path: '/admin/users',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const page = readNumber(c, 'page', 1, 1_000_000);
    const perPage = readNumber(c, 'per_page', 50, maxPerPage);
    const filter = c.req.query('filter') ?? '';
    if (filter.includes('\0')) throw invalid('filter must not hold a NUL character');
    const { users, total } = await listUsers(services.database.auth, {
      offset: (page - 1) * perPage,
      limit: perPage,
      filter,
      order: readOrder(c),
    });
    c.header('link', pageLinks(c, page, perPage, total));
    c.header('x-total-count', String(total));
    return c.json({ users: users.map(presentUser), aud: 'authenticated' });
  },
};

export const adminGetUser: AuthRoute = {
  method: 'GET',
  path: '/admin/users/:user',
  handle: async (c, services) =>
    c.json(presentUser(await requireNamedUser(c, services, findAnyUserById))),
};

export const adminCreateUser: AuthRoute = {
  method: 'POST',
  path: '/admin/users',
  handle: async (c, services) => {
    await requireAdmin(c, services);
    const input = await readAdminUserInput(c, services, { isNew: true });
    if (input.email === '') throw invalid('Cannot create a user without either an email or phone');
    if (input.id !== '' && (!isUuid(input.id) || input.id === adminSubject.id)) {
      throw invalid('ID must conform to the uuid v4 format');
    }
    const account = newAccount(services, {
      ...(input.id === '' ? {} : { id: input.id }),
      email: input.email,
      confirmed: input.confirm,
      createdBy: 'administrator',
    });
    const user = await inTransaction(services.database.auth, async (client) => {
      const { existing } = await claimAddress(client, input.email);
      if (existing !== null) throw new AuthError('email_exists');
      const same = await client.query('select 1 from auth.users where id = $1', [account.id]);
      if (same.rowCount !== 0) throw invalid('The ID is taken');
      await insertAccount(client, account);
      await applyAdminUserInput(services, client, await reloadUser(client, account.id), input);
      const created = await reloadUser(client, account.id);
      await recordAudit(client, c, 'user_signedup', adminSubject, auditTraits(created));
      return created;
    });
    return c.json(presentUser(user));
  },
};

export const adminUpdateUser: AuthRoute = {
  method: 'PUT',
  path: '/admin/users/:user',
  handle: async (c, services) => {
    const { id } = await requireNamedUser(c, services);
    const input = await readAdminUserInput(c, services, { isNew: false });
    const user = await inTransaction(services.database.auth, async (client) => {
      await client.query('select 1 from auth.users where id = $1 for update', [id]);
      await applyAdminUserInput(services, client, await reloadUser(client, id), input);
      const changed = await reloadUser(client, id);
      await recordAudit(client, c, 'user_modified', adminSubject, auditTraits(changed));
      return changed;
    });
    return c.json(presentUser(user));
  },
};

const deletion = v.object({ should_soft_delete: v.nullish(v.boolean(), false) });

/** Statements of a soft deletion. They keep the user's id and erase everything that names them. */
const softDeletion = [
  `update auth.users set deleted_at = $2, updated_at = $2, encrypted_password = null,
     email = encode(sha256(convert_to(id::text || coalesce(email, ''), 'UTF8')), 'base64'),
     email_change = '', raw_app_meta_data = '{}', raw_user_meta_data = '{}'
   where id = $1 and $2::timestamptz is not null`,
  `update auth.identities set identity_data = '{}', updated_at = $2,
     provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'base64')
   where user_id = $1 and $2::timestamptz is not null`,
  'delete from auth.mfa_factors where user_id = $1 and $2::timestamptz is not null',
  'delete from auth.sessions where user_id = $1 and $2::timestamptz is not null',
  'delete from auth.one_time_tokens where user_id = $1 and $2::timestamptz is not null',
];

export const adminDeleteUser: AuthRoute = {
  method: 'DELETE',
  path: '/admin/users/:user',
  handle: async (c, services) => {
    // A soft deletion may be followed by a whole one.
    const user = await requireNamedUser(c, services, findAnyUserById);
    const { should_soft_delete: soft } = await readBody(c, deletion, {});
    const remove = async (client: PoolClient) => {
      await recordAudit(client, c, 'user_deleted', adminSubject, auditTraits(user));
      if (!soft) {
        await client.query('delete from auth.users where id = $1', [user.id]);
        return;
      }
      for (const statement of softDeletion) {
        await client.query(statement, [user.id, services.now()]);
      }
    };
    await inTransaction(services.database.auth, remove);
    return c.json({});
  },
};
