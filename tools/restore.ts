import { resolve } from 'node:path';
import { restoreBackup } from '#tools/backup/restore-backup.ts';
import { runBackupCommand } from '#tools/backup/command.ts';

/** `npm run restore -- FILE.tar.gz`: restores a backup into DATA_DIR, which must be empty. */
await runBackupCommand('npm run restore -- FILE.tar.gz', async (file, { DATA_DIR, PG_BIN }) => {
  await restoreBackup(file, DATA_DIR, PG_BIN);
  return `The backup is restored to ${resolve(DATA_DIR)}. Start Cuebook on it.`;
});
