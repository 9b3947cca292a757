import { createReadStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { BackupError } from './take-backup.ts';

/**
 * Puts what `takeBackup` wrote into `dataDir`, which must be empty or not there; it appears once it is whole. Throws
 * {@link BackupError}.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<void> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  if (existsSync(dataDir) && (await readdir(dataDir)).length > 0) {
    throw new BackupError(
      `${dataDir} holds something already: move it away, or set another DATA_DIR.`,
    );
  }
  await mkdir(dirname(dataDir), { recursive: true });
  const unfinished = await mkdtemp(join(dirname(dataDir), `${basename(dataDir)}.restored-`));
  try {
    await pipeline(createReadStream(file), createGunzip(), unpackTar(unfinished)).catch(
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new BackupError(`${file} is no whole backup: ${reason}`, { cause: error });
      },
    );
    if (!existsSync(join(unfinished, 'postgres/backup_label'))) {
      throw new BackupError(`${file} is no backup of Cuebook.`);
    }
    if (existsSync(dataDir)) await rmdir(dataDir);
    await rename(unfinished, dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
