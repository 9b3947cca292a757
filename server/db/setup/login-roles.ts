import type { Database } from '#server/db/database.ts';

const query = `select r.rolname as role from pg_catalog.pg_roles r
  where r.rolname <> 'authenticator' and pg_catalog.pg_has_role('authenticator', r.oid, 'member')`;

/**
 * Returns the roles that `authenticator` may take, and so a token may name: the protocol's roles,
 * and those that the installation granted. The set is updated with the schema.
 */
export async function loginRoles(
  database: Pick<Database, 'owner' | 'onSchemaChange'>,
): Promise<ReadonlySet<string>> {
  const roles = new Set<string>();
  const refresh = async () => {
    const { rows } = await database.owner.query<{ role: string }>(query);
    roles.clear();
    for (const { role } of rows) roles.add(role);
  };
  await refresh();
  // If the read fails, the previous set stays. PostgreSQL itself refuses a role that was revoked.
  database.onSchemaChange(() => void refresh().catch(() => {}));
  return roles;
}
