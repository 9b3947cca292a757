import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/setup/open-database.ts';
import { createLog } from '#server/log.ts';

const secrets = {
  publishableKey: '',
  secretKey: '',
  signingKeys: [],
  authenticatorPassword: 'unused',
  authAdminPassword: 'unused',
};

/** Opens the embedded database as the server does, and creates the table that the writer fills. */
export async function openProofDatabase(dataDir: string): Promise<Database> {
  const log = createLog('error', (line) => console.error(line));
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }), secrets, log);
  await database.owner.query(`
    create table if not exists public.kill_proof (id text primary key);
    grant insert on public.kill_proof to service_role;`);
  return database;
}
