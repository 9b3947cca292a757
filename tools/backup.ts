import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { takeBackup } from '#tools/backup/take-backup.ts';
import { runBackupCommand } from '#tools/backup/command.ts';

/**
 * `npm run backup -- FILE.tar.gz`: backs up the Cuebook that runs on DATA_DIR, without stopping it.
 */
await runBackupCommand('npm run backup -- FILE.tar.gz', async (file, config) => {
  const { DATA_DIR, FUNCTIONS_DIR, STORAGE_S3_ENDPOINT, STORAGE_S3_BUCKET } = config;
  await takeBackup(DATA_DIR, file);
  const megabytes = (statSync(file).size / 1e6).toFixed(1);
  const elsewhere = [
    FUNCTIONS_DIR === null ? null : `the functions in ${FUNCTIONS_DIR}`,
    STORAGE_S3_ENDPOINT === null ? null : `the stored files in the bucket ${STORAGE_S3_BUCKET}`,
  ].filter((part) => part !== null);
  const contents = elsewhere.length === 0 ? 'everything' : `all but ${elsewhere.join(' and ')}`;
  return `${resolve(file)} contains ${contents} (${megabytes} MB), including the keys: keep it safe.`;
});
