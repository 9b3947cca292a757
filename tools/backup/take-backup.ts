import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Client, ClientConfig } from 'pg';
import { connectClient } from '#server/db/connections/connect-client.ts';
import { reasonOf } from '#server/db/setup/start-error.ts';
import { runningPostgres } from '#server/db/embedded/running-postgres.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { databaseFiles } from './database-files.ts';
import { functionsFolder } from '#server/functions/functions-folder.ts';
import { mailboxFolder } from '#server/mail/mailbox.ts';
import { objectsFolder } from '#server/storage/bytes/disk-store.ts';
import { removalLock } from '#server/storage/remove-bytes.ts';
import { describeDatabase, manifestFile } from './manifest.ts';

/** A backup that cannot be taken or restored; `message` is one sentence. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const segment = /^[0-9A-F]{24}$/;

/**
 * Archives the `dataDir` of a running Cuebook without interrupting it: the files of its
 * PostgreSQL, keys, mails, the files of /storage/v1 and the operator's functions. The archive
 * includes the write-ahead log of the copying, so PostgreSQL recovers to the state at its end. Throws {@link BackupError} and then leaves no file.
 */
export async function takeBackup(dataDir: string, file: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} already exists.`);
  const login = runningPostgres(dataDir);
  if (login === null) {
    throw new BackupError(
      `No Cuebook runs on ${dataDir}: start it first, or copy the folder as it is.`,
    );
  }
  const client = await connect(login, dataDir);
  // Until the end, the server removes no file that the copied database names.
  await client.query('select pg_advisory_lock($1)', [removalLock]);
  const archive = new ArchiveWriter(file);
  try {
    await copyDatabase(client, join(dataDir, 'postgres'), archive);
    // The stored files never change, and come after the database that names them.
    const functions = functionsFolder({ DATA_DIR: dataDir, FUNCTIONS_DIR: null });
    for (const folder of [objectsFolder(dataDir), mailboxFolder(dataDir), functions]) {
      await copyFiles(dataDir, folder, archive);
    }
    for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
      if (entry.isFile()) await archive.file(entry.name, join(dataDir, entry.name));
    }
    await archive.text(manifestFile, JSON.stringify(await describeDatabase(client)));
    await archive.finish();
  } catch (error) {
    await archive.abandon(error);
    throw error;
  } finally {
    // Also ends an unfinished backup and drops its slot.
    await client.end();
  }
}

/** Copies the files of a folder below `dataDir`, if it exists, without installed packages. */
async function copyFiles(dataDir: string, folder: string, archive: ArchiveWriter): Promise<void> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(dataDir, path).replaceAll('\\', '/');
    if (entry.isFile() && !name.includes('/node_modules/')) await archive.file(name, path);
  }
}

/** Long, since the start of a backup waits for a checkpoint, which can take minutes. */
const statementMs = 3_600_000;

async function connect(login: ClientConfig, dataDir: string): Promise<Client> {
  try {
    return await connectClient(login, statementMs);
  } catch (error) {
    throw new BackupError(
      `The Cuebook on ${dataDir} doesn't respond (${reasonOf(error)}): restart it, then back up.`,
      { cause: error },
    );
  }
}

async function copyDatabase(
  client: Client,
  cluster: string,
  archive: ArchiveWriter,
): Promise<void> {
  // The slot retains the log from now on. It is temporary: it ends with this connection.
  await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [
    `cuebook_backup_${process.pid}`,
  ]);
  const begin = await client.query<{ first: string }>(
    `select pg_walfile_name(pg_backup_start('cuebook', true)) as first`,
  );
  const { folders, files } = databaseFiles(cluster);
  await archive.folder('postgres');
  for (const folder of folders) await archive.folder(`postgres/${folder}`);
  for (const path of files) await archive.file(`postgres/${path}`, join(cluster, path));
  const end = await client.query<{ last: string; label: string }>(
    'select pg_walfile_name(lsn) as last, labelfile as label from pg_backup_stop(false)',
  );
  const [first, last] = [begin.rows[0]?.first ?? '', end.rows[0]?.last ?? ''];
  const log = readdirSync(join(cluster, 'pg_wal'))
    .filter((name) => segment.test(name) && name >= first && name <= last)
    .sort();
  if (log[0] !== first || log.at(-1) !== last) {
    throw new BackupError('PostgreSQL has removed a part of its log: try again.');
  }
  for (const name of log) {
    await archive.file(`postgres/pg_wal/${name}`, join(cluster, 'pg_wal', name));
  }
  await archive.text('postgres/backup_label', end.rows[0]?.label ?? '');
}
