import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './run.mjs';
import { exitWithError, print } from './print.mjs';
import { root } from './root.mjs';

/**
 * Returns whether node_modules matches the lock file. npm records what it installed beside the
 * packages. Optional packages of other platforms may be missing.
 */
function packagesAreInstalled() {
  try {
    const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
    const installed = JSON.parse(
      readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(locked).every(([path, { version, optional }]) => {
      if (path === '') return true;
      if (installed[path] === undefined) return optional === true;
      return installed[path].version === version && existsSync(join(root, path));
    });
  } catch {
    return false;
  }
}

/** Returns the command for npm: the one that runs this script, else the one on the PATH. */
function npm(parameters) {
  const script = process.env.npm_execpath;
  if (script !== undefined && /\.c?js$/.test(script)) {
    return [process.execPath, [script, ...parameters]];
  }
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', parameters];
}

/** Installs the packages of the lock file if they are missing. */
export async function installPackages() {
  if (packagesAreInstalled()) return;
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    exitWithError(
      'node_modules is a symbolic link to packages of another version. npm would delete them there: remove the link, and run this again.',
    );
  }
  print('Installing packages (once after each update, usually under a minute) …');
  const [program, parameters] = npm([
    'ci',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
  ]);
  const code = await runQuietly('installing', program, parameters, { cwd: root });
  if (code !== 0) exitWithError('The packages could not be installed; see the npm output above.');
}
