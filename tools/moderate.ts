import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { loadSecrets } from '#server/secrets.ts';
import { moderate, usage } from './moderate/commands.ts';

/**
 * What an operator does about reports, from the machine that Cuebook runs on: `npm run moderate -- help`. Talks to the
 * running server with its secret key, under the same settings (PORT, SITE_URL, DATA_DIR) as the server has.
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
