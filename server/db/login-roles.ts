import type { Database } from './database.ts';

const query = `select r.rolname as role from pg_catalog.pg_roles r
  where r.rolname <> 'authenticator' and pg_catalog.pg_has_role('authenticator', r.oid, 'member')`;

/**
 * The roles that the login role of /rest/v1 may take, so that a token may ask for them: those of the protocol,
 * and what an installation has granted it. The set is kept up to date with the schema.
 */
export async function loginRoles(
  database: Pick<Database, 'owner' | 'onSchemaChange'>,
): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  const read = async () => {
    const { rows } = await database.owner.query<{ role: string }>(query);
    roles.clear();
    for (const { role } of rows) roles.add(role);
  };
  await read();
  // When it cannot be read, what was read before still holds: PostgreSQL itself refuses a role that was taken away.
  database.onSchemaChange(() => void read().catch(() => {}));
  return roles;
}
