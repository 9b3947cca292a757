import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { findPrograms } from '#server/db/embedded/programs.ts';
import { newerThanThis } from '#server/db/setup/migrate.ts';
import { manifestFile, parseManifest } from './manifest.ts';
import { BackupError } from './take-backup.ts';

/**
 * Restores a backup into `dataDir`, which must be empty or missing and appears once it is
 * complete. `pgBin` is the folder of the programs that will open it. Throws {@link BackupError} and
 * then leaves nothing behind.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  pgBin: string | null = null,
): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new BackupError(`${dataDir} is not empty: move it elsewhere, or set another DATA_DIR.`);
  }
  const createdFolder = await mkdir(dirname(dataDir), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(dataDir), `${basename(dataDir)}.restored-`));
  try {
    await unpack(file, unfinished);
    await checkContent(file, unfinished, pgBin);
    if (existsSync(dataDir)) await rmdir(dataDir);
    await rename(unfinished, dataDir);
  } catch (error) {
    await rm(createdFolder ?? unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Reads all of a compressed file. Throws if it is damaged anywhere. */
async function readThrough(file: string): Promise<void> {
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(createReadStream(file), createGunzip(), sink);
}

async function unpack(file: string, folder: string): Promise<void> {
  try {
    // If its source fails in the middle of a file, unpackTar() neither ends nor throws.
    await readThrough(file);
    await pipeline(createReadStream(file), createGunzip(), unpackTar(folder));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} is damaged or incomplete (${reason}): use another backup.`, {
      cause: error,
    });
  }
}

/** Throws if the files are no backup, or one that needs a newer Cuebook or another PostgreSQL. */
async function checkContent(file: string, folder: string, pgBin: string | null): Promise<void> {
  const path = join(folder, manifestFile);
  const isDatabase = ['backup_label', 'PG_VERSION', 'global/pg_control'].every((name) =>
    existsSync(join(folder, 'postgres', name)),
  );
  const manifest = existsSync(path) ? parseManifest(readFileSync(path, 'utf8')) : null;
  if (manifest === null || (manifest !== 'newer' && !isDatabase)) {
    throw new BackupError(`${file} is not a complete backup of Cuebook.`);
  }
  if (manifest === 'newer' || newerThanThis(manifest).length > 0) {
    throw new BackupError(`${file} was made by a newer Cuebook: restore it with that version.`);
  }
  const major = readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8').trim();
  const user = { ids: null, hasName: true };
  const { majorVersion } = findPrograms({ dataDir: folder, pgBin, user });
  if (major !== String(majorVersion)) {
    throw new BackupError(
      `${file} is from PostgreSQL ${major}, but the installed programs are version ${majorVersion}: set PG_BIN to programs of version ${major}.`,
    );
  }
  await rm(path);
}
