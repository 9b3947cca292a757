import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { ownerPassword } from './windows.ts';

/**
 * Returns the superuser login of the PostgreSQL that runs on a data directory, read from its pid
 * file; null if none runs.
 */
export function runningPostgres(dataDir: string): ClientConfig | null {
  const file = join(dataDir, 'postgres/postmaster.pid');
  if (!existsSync(file)) return null;
  // Lines 4 to 6: port, folder of the socket, address (PostgreSQL's source, miscadmin.h).
  const [, , , port, folder, address] = readFileSync(file, 'utf8').split('\n');
  if (port === undefined || folder === undefined) return null;
  const login = { port: Number(port), user: 'postgres', database: 'postgres' };
  if (folder !== '') return { ...login, host: folder };
  return { ...login, host: address ?? '127.0.0.1', password: ownerPassword(dataDir) };
}
