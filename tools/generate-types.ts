import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#server/db/embedded/start-embedded.ts';
import { migrate } from '#server/db/setup/migrate.ts';
import { createLog } from '#server/log.ts';
import { introspect } from './database-types/introspect.ts';
import { render } from './database-types/render.ts';
import { writeOrCheck } from './generated-file/write-or-check.ts';

/**
 * Writes contract/database.types.ts from a newly migrated database. With --check it only compares.
 */
const file = join(import.meta.dirname, '../contract/database.types.ts');

async function generate(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-types-'));
  const log = createLog('error', (line) => process.stderr.write(`${line}\n`));
  const pgBin = process.env['PG_BIN'] ?? null;
  const postgres = await startEmbedded({ dataDir, pgBin, log, unsafeNoSync: true });
  try {
    const owner = postgres.connect('postgres');
    await migrate(owner, log);
    const client = new Client(owner);
    await client.connect();
    try {
      return render(await introspect(client));
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

writeOrCheck(file, await generate());
