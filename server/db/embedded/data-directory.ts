import { chmodSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError, reasonOf } from '#server/db/start-error.ts';
import { makeFolder } from '#server/make-folder.ts';

/** Makes sure that the folder is there and can be written, and returns its real path. */
export function ensureDataDirectory(dataDir: string): string {
  try {
    // Others may pass, as PostgreSQL must under root, but see nothing of what is inside.
    if (makeFolder(dataDir)) chmodSync(dataDir, 0o711);
    const probe = join(dataDir, '.writable');
    writeFileSync(probe, '');
    rmSync(probe);
    return realpathSync(dataDir);
  } catch (error) {
    throw new DatabaseStartError(
      `The data directory ${dataDir} cannot be written (${reasonOf(error)}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}
