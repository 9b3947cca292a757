import cluster from 'node:cluster';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

/**
 * Entry point: reads the configuration, starts the server, handles signals. Expected start errors
 * print one sentence, anything else its stack.
 */
// Not in the folder for temporary files, where another account of the machine could put code.
const compileCache = join(import.meta.dirname, '../.cache/compile');
enableCompileCache(compileCache);
// Threads, and the processes of functions, use it by the environment only.
process.env['NODE_COMPILE_CACHE'] = compileCache;
// Response buffers live outside V8's heap. Beside a heap this small, V8 takes them for a leak and
// collects again and again. That took a third of the time. The factor 4 is V8's own maximum.
setFlagsFromString('--heap-growing-percent=300');

const { ConfigError, readConfig } = await import('#server/config.ts');
const { DatabaseStartError } = await import('./db/setup/start-error.ts');
const { ListenError } = await import('#server/http/listen.ts');
const { createLog } = await import('#server/log.ts');
const { MailboxError } = await import('#server/mail/mailbox.ts');
const { SecretsError } = await import('#server/secrets.ts');
const { startServer } = await import('#server/start-server.ts');
const { runWebProcess, sendStatus } = await import('./web-processes/run-web-process.ts');
const { WebProcessError } = await import('./web-processes/start-web-processes.ts');

// Writes fail once the log collector has closed the pipe. The server continues without its log.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const expected = [
  ConfigError,
  DatabaseStartError,
  ListenError,
  MailboxError,
  SecretsError,
  WebProcessError,
];

try {
  const config = readConfig(process.env);
  const log = createLog(config.LOG_LEVEL, (line) => process.stderr.write(`${line}\n`));
  const server = await (cluster.isWorker ? runWebProcess : startServer)(config, log);

  const stop = () => {
    void server.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The channel to `npm start` closes when that process is gone, even without a signal.
  process.on('disconnect', stop);

  if (cluster.isWorker) process.once('message', stop);
  else process.stdout.write(`${config.BRAND_NAME} is ready at ${server.address}\n`);
} catch (error) {
  const isExpected = expected.some((kind) => error instanceof kind);
  const text =
    error instanceof Error ? (isExpected ? error.message : (error.stack ?? '')) : String(error);
  if (cluster.isWorker) await sendStatus({ status: 'failed', reason: text });
  else process.stderr.write(`${text}\n`);
  process.exit(1);
}
