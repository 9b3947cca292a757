import { join } from 'node:path';
import { projectNode } from './setup/node-24.mjs';
import { installPackages } from './setup/packages.mjs';
import { run } from './setup/run.mjs';

/**
 * Runs a TypeScript program of the project, on any Node and on a fresh clone: installs what is
 * missing, then runs it on the project's own Node. `node tools/with-packages.mjs PROGRAM …`
 */
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const [program, ...parameters] = process.argv.slice(2);

await installPackages(root);
const node = await projectNode(root);
process.exit(await run(node, [join(root, program), ...parameters], { cwd: root }));
