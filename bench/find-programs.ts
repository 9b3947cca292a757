import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Paths of the load generators; neither comes with npm. */
export interface LoadPrograms {
  readonly pgbench: string;
  readonly wrk: string;
}

const debianFolder = '/usr/lib/postgresql';
const install =
  'apt-get update && apt-get install -y --no-install-recommends postgresql-contrib wrk';

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(name: string, folders: readonly string[]): string | null {
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/** Returns Debian's folders of PostgreSQL programs, newest version first. */
function postgresFolders(): string[] {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'));
}

function locate(): LoadPrograms | null {
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const pgbench = find('pgbench', [...postgresFolders(), ...path]);
  const wrk = find('wrk', path);
  return pgbench === null || wrk === null ? null : { pgbench, wrk };
}

/** Finds both programs. As root on Debian it installs missing ones; else it throws one sentence. */
export function findPrograms(): LoadPrograms {
  const present = locate();
  if (present !== null) return present;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log('Installing pgbench and wrk …');
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const installed = locate();
  if (installed === null) {
    throw new Error(
      `The benchmark needs pgbench (14 or later) and wrk; on Debian: sudo sh -c '${install}'`,
    );
  }
  return installed;
}
