import { type Config, readConfig } from '#server/config.ts';
import { BackupError } from './take-backup.ts';

/** Runs `work` with the file argument and the settings. Prints its result or its error. */
export async function runBackupCommand(
  usage: string,
  work: (file: string, config: Config) => Promise<string>,
): Promise<void> {
  try {
    const config = readConfig(process.env);
    if (config.DATABASE_URL !== null) {
      throw new BackupError(
        'Back up the database of DATABASE_URL with pg_dump, and secrets.json of DATA_DIR beside it.',
      );
    }
    const [file] = process.argv.slice(2);
    if (file === undefined) throw new BackupError(`Pass a file: ${usage}`);
    process.stdout.write(`${await work(file, config)}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
