import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './run.mjs';
import { exitWithError } from './print.mjs';
import { root } from './root.mjs';

const requiredMajor = 24;

/**
 * Returns the Node that runs the project, which its own packages bring. If install scripts are
 * blocked, the package has not downloaded it yet, so its script runs here.
 */
export async function projectNode() {
  const folder = join(root, 'node_modules/node');
  const program = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  if (existsSync(folder)) {
    await runQuietly('fetching Node', process.execPath, ['installArchSpecificPackage.js'], {
      cwd: folder,
    });
    if (existsSync(program)) return program;
  }
  if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return process.execPath;
  return exitWithError(
    `Node ${requiredMajor} is needed and could not be installed; install it and try again.`,
  );
}
