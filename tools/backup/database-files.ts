import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is found in the folder of a database, by its path in it. */
export interface DatabaseFiles {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Their contents are of the running server alone; the folders must be there. */
const emptied = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const left =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;

/**
 * What a copy of a running PostgreSQL's folder consists of, beside its write-ahead log. (PostgreSQL manual, 'Making
 * a Base Backup Using the Low Level API'.) The control file comes last.
 */
export function databaseFiles(cluster: string): DatabaseFiles {
  const folders: string[] = [];
  const files: string[] = [];
  const enter = (path: string): void => {
    for (const entry of readdirSync(join(cluster, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (left.test(inside)) continue;
      if (entry.isFile()) files.push(inside);
      if (!entry.isDirectory()) continue;
      folders.push(inside);
      if (!emptied.has(inside)) enter(inside);
    }
  };
  enter('');
  const control = 'global/pg_control';
  return { folders, files: [...files.filter((file) => file !== control), control] };
}
