import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './run.mjs';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the first program among `paths` and, after them, `names` on the PATH; null when there is
 * none.
 */
export function findProgram(names, paths = []) {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, ...onPath].find((path) => path !== '' && isProgram(path)) ?? null;
}

/** Returns whether this process may install Debian's packages. */
export function mayInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs Debian's packages, without questions. */
export async function installDebianPackages(names) {
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  await runQuietly('reading package lists', 'apt-get', ['update'], environment);
  const parameters = ['install', '-y', '--no-install-recommends', ...names];
  await runQuietly(`installing ${names[0]}`, 'apt-get', parameters, environment);
}
