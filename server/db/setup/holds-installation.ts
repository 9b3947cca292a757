import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { connectOrExplain } from './external.ts';

/**
 * Returns whether Cuebook has used the database before. Throws a DatabaseStartError if DATABASE_URL
 * cannot be reached.
 */
export async function holdsInstallation(config: Config): Promise<boolean> {
  const { DATABASE_URL: url, DATA_DIR: folder } = config;
  if (url === null) return existsSync(join(folder, 'postgres/PG_VERSION'));
  const client = await connectOrExplain({ connectionString: url });
  try {
    const table = 'supabase_migrations.platform_files';
    const found = await client.query<{ there: boolean }>(
      `select to_regclass('${table}') is not null as there`,
    );
    if (found.rows[0]?.there !== true) return false;
    // On a hosted Supabase the table exists after the first start too, but stays empty.
    const { rows } = await client.query<{ used: boolean }>(
      `select exists (select from ${table}) as used`,
    );
    return rows[0]?.used === true;
  } finally {
    await client.end();
  }
}
