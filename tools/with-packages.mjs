import { join } from 'node:path';
import { projectNode } from './setup/project-node.mjs';
import { installPackages } from './setup/install-packages.mjs';
import { run } from './setup/run.mjs';
import { root } from './setup/root.mjs';

/**
 * `node tools/with-packages.mjs PROGRAM …`: runs a TypeScript program on the project's own Node,
 * and installs missing packages first. Works with any Node and on a fresh clone.
 */
const [program, ...parameters] = process.argv.slice(2);

await installPackages();
const node = await projectNode();
process.exit(await run(node, [join(root, program), ...parameters], { cwd: root }));
