import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectNode } from './setup/project-node.mjs';
import { buildPage } from './setup/build-page.mjs';
import { installPackages } from './setup/install-packages.mjs';
import { onParentExit } from './setup/on-parent-exit.mjs';
import { exitWithError } from './setup/print.mjs';
import { root } from './setup/root.mjs';

/**
 * `npm start`: installs missing packages, builds the page if its sources changed, and runs the
 * server until it is stopped. Plain JavaScript without packages, since it runs before any are
 * installed, on any Node.
 */

let server = null;
// Only under npm. A file started from a shell should outlive that shell.
if (process.env.npm_lifecycle_event !== undefined) {
  onParentExit(() => (server === null ? process.exit(1) : server.kill('SIGTERM')));
}

await installPackages();
const node = await projectNode();
await buildPage(node);

// The IPC channel closes when this process is gone, whatever ended it.
server = spawn(node, [join(root, 'server/main.ts')], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // A terminal signals the server as well; a second signal changes nothing.
  process.on(signal, () => server.kill(signal));
}
server.on('error', (error) => exitWithError(`The server could not be started: ${error.message}.`));
server.on('exit', (code) => process.exit(code ?? 1));
