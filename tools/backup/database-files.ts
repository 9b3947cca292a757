import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders and files to copy, relative to the data directory of PostgreSQL. */
export interface DatabaseFiles {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Folders that are copied empty. Their contents belong to the running server. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const skipped =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;

/**
 * Lists what a base backup of a running PostgreSQL contains besides its write-ahead log, the
 * control file last. See 'Making a Base Backup Using the Low Level API' in PostgreSQL's manual.
 */
export function databaseFiles(cluster: string): DatabaseFiles {
  const folders: string[] = [];
  const files: string[] = [];
  const enter = (path: string): void => {
    for (const entry of readdirSync(join(cluster, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (skipped.test(inside)) continue;
      if (entry.isFile()) files.push(inside);
      if (!entry.isDirectory()) continue;
      folders.push(inside);
      if (!emptyFolders.has(inside)) enter(inside);
    }
  };
  enter('');
  const control = 'global/pg_control';
  return { folders, files: [...files.filter((file) => file !== control), control] };
}
