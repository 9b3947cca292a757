import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { takeBackup } from '#tools/backup/take-backup.ts';
import { runBackupCommand } from '#tools/backup/command.ts';

/**
 * `npm run backup -- FILE.tar.gz`: backs up the Cuebook that runs on DATA_DIR, without stopping it.
 */
await runBackupCommand('npm run backup -- FILE.tar.gz', async (file, { DATA_DIR }) => {
  await takeBackup(DATA_DIR, file);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  return `${resolve(file)} contains everything (${megabytes} MB), including the keys: keep it safe.`;
});
