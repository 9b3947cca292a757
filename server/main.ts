import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/**
 * The process: configuration → server → signals. What keeps it from starting is said in one
 * sentence; anything unexpected in full.
 */
enableCompileCache();
// Answers pass through in buffers outside V8's heap. Beside a heap as small as ours they look like a
// leak, and collecting it all, again and again, was a third of the time. 4 is V8's own largest factor.
setFlagsFromString('--heap-growing-percent=300');

const { ConfigError, readConfig } = await import('#server/config.ts');
const { DatabaseStartError } = await import('#server/db/start-error.ts');
const { ListenError } = await import('#server/http/listen.ts');
const { createLog } = await import('#server/log.ts');
const { MailboxError } = await import('#server/mail/mailbox.ts');
const { SecretsError } = await import('#server/secrets.ts');
const { startServer } = await import('#server/start-server.ts');

const expected = [ConfigError, DatabaseStartError, ListenError, MailboxError, SecretsError];

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL, (line) => process.stderr.write(`${line}\n`));
  const server = await startServer(config, log);

  const stop = () => {
    void server.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // Started by `npm start`: when that is gone without a signal, so is the reason to run.
  process.on('disconnect', stop);

  process.stdout.write(`${config.BRAND_NAME} is ready at ${server.address}\n`);
} catch (error) {
  const known = expected.some((kind) => error instanceof kind);
  const text =
    error instanceof Error ? (known ? error.message : (error.stack ?? '')) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
