import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectNode } from './setup/node-24.mjs';
import { buildPage } from './setup/page.mjs';
import { installPackages } from './setup/packages.mjs';
import { whenParentIsGone } from './setup/parent.mjs';
import { giveUp } from './setup/say.mjs';

/**
 * `npm start`: installs what is missing, builds what is stale, and runs the server until it is
 * told to stop. Plain JavaScript without packages, since it runs before any are there, on any Node.
 */
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');

let server = null;
// Only under npm: who starts this file from a shell may close that shell.
if (process.env.npm_lifecycle_event !== undefined) {
  whenParentIsGone(() => (server === null ? process.exit(1) : server.kill('SIGTERM')));
}

await installPackages(root);
const node = await projectNode(root);
await buildPage(root, node);

// The channel tells the server when this process is gone, however it went.
server = spawn(node, [join(root, 'server/main.ts')], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal tells the server as well; being told twice changes nothing for it.
  process.on(signal, () => server.kill(signal));
}
server.on('error', (error) => giveUp(`The server could not be started: ${error.message}.`));
server.on('exit', (code) => process.exit(code ?? 1));
