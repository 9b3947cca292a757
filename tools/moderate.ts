import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { moderate, usage } from './moderate/commands.ts';

/**
 * `npm run moderate -- help`: the operator's commands for reports, on the machine that runs
 * Cuebook. Calls the running server with its secret key, and reads the server's settings PORT,
 * SITE_URL and DATA_DIR.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' } },
});

try {
  const config = readConfig(process.env);
  const { secretKey } = await loadSecrets(config, { make: false });
  const url = values.url ?? config.SITE_URL ?? `http://localhost:${config.PORT}`;
  const [command = 'help', ...parameters] = positionals;
  if (command === 'help') process.stdout.write(usage);
  else process.stdout.write(await moderate({ url, secretKey }, command, parameters));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
