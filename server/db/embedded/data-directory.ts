import { chmodSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError, reasonOf } from '#server/db/setup/start-error.ts';
import { makeFolder } from '#server/make-folder.ts';

/** Creates the folder if needed, checks that it is writable, and returns its real path. */
export function ensureDataDirectory(dataDir: string): string {
  try {
    // Other users may pass through, as PostgreSQL must under root, but cannot list the content.
    if (makeFolder(dataDir)) chmodSync(dataDir, 0o711);
    const probe = join(dataDir, '.writable');
    writeFileSync(probe, '');
    // Another server that starts at the same time may have removed it.
    rmSync(probe, { force: true });
    return realpathSync(dataDir);
  } catch (error) {
    throw new DatabaseStartError(
      `The data directory ${dataDir} is not writable (${reasonOf(error)}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}
