import { spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { environment } from './environment.ts';
import { program, type Programs } from './programs.ts';
import { accessTo } from './folder-access.ts';
import type { RunAs } from './run-as.ts';
import { DatabaseStartError } from '#server/db/setup/start-error.ts';
import { withNamelessInitdb } from './unnamed-user.ts';

/**
 * Creates the database files unless they exist, and returns whether it did. `password` is set where
 * one is needed (Windows).
 */
export function ensureCluster(
  folder: string,
  options: { programs: Programs; user: RunAs; password: string | null; sync: boolean },
): boolean {
  const created = !existsSync(folder);
  if (created) create(folder, options);
  else checkExisting(folder, options);
  return created;
}

function checkExisting(folder: string, { programs, user }: { programs: Programs; user: RunAs }) {
  const version = existsSync(join(folder, 'PG_VERSION'))
    ? readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
    : null;
  if (version === null) {
    throw new DatabaseStartError(`The folder ${folder} does not contain a PostgreSQL database.`);
  }
  if (Number(version) !== programs.majorVersion) {
    throw new DatabaseStartError(
      `The database files in ${folder} belong to PostgreSQL ${version}, but the programs are version ${programs.majorVersion}: set PG_BIN to the programs of version ${version}, or see 'Upgrade' in the documentation.`,
    );
  }
  if (user.ids !== null && statSync(folder).uid === 0) giveOwnership(folder, user.ids);
}

/** Gives files that root has copied or restored to the user that PostgreSQL runs as. */
function giveOwnership(folder: string, ids: { uid: number; gid: number }): void {
  chownSync(folder, ids.uid, ids.gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), ids.uid, ids.gid);
  }
}

/**
 * Creates the files under another name first. An interrupted creation leaves nothing that looks
 * like a database.
 */
function create(
  folder: string,
  {
    programs,
    user,
    password,
    sync,
  }: { programs: Programs; user: RunAs; password: string | null; sync: boolean },
): void {
  const unfinished = mkdtempSync(`${folder}.unfinished-`);
  if (user.ids !== null) chownSync(unfinished, user.ids.uid, user.ids.gid);
  const access = accessTo(unfinished, user);
  const passwordFile = `${unfinished}.password`;
  if (password !== null) writeFileSync(passwordFile, password, { mode: 0o600 });
  const runInitdb = (chosen: Programs) => {
    let failure = '';
    for (const locale of locales(programs.majorVersion)) {
      const result = spawnSync(
        program(chosen, 'initdb'),
        [
          `--pgdata=${access.named}`,
          '--username=postgres',
          '--data-checksums',
          '--encoding=UTF8',
          '--locale=C',
          ...(sync ? [] : ['--no-sync']),
          ...locale,
          ...(password === null
            ? ['--auth=trust']
            : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
        ],
        {
          cwd: access.cwd,
          encoding: 'utf8',
          env: environment(),
          stdio: ['ignore', 'pipe', 'pipe', 'ignore', access.handle],
          ...user.ids,
        },
      );
      if (result.status === 0) return;
      failure = result.error?.message ?? result.stderr;
      if (!/locale/i.test(failure)) break;
    }
    throw new DatabaseStartError(
      `The database cannot be created in ${folder}: ${firstError(failure)}`,
    );
  };
  try {
    if (user.hasName || !programs.packaged) runInitdb(programs);
    else withNamelessInitdb(programs, runInitdb);
  } finally {
    access.release();
    rmSync(passwordFile, { force: true });
  }
  if (password === null) {
    writeFileSync(join(unfinished, 'pg_hba.conf'), 'local all all trust\n');
  }
  renameSync(unfinished, folder);
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.unfinished-`)) continue;
    rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
  if (process.platform !== 'win32') syncFolder(dirname(folder));
}

/**
 * Returns initdb's locale options to try in order. Text sorts by code point on every system.
 * Letters and their case come from Unicode. The C library serves pg_trgm and the text search
 * parser, hence lc-ctype too.
 */
function locales(majorVersion: number): string[][] {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const provider = majorVersion >= 17 ? builtin : [];
  return ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'].map((name) => [...provider, `--lc-ctype=${name}`]);
}

function firstError(output: string): string {
  const line = output.split('\n').find((text) => /error|fatal|panic/i.test(text));
  return (line ?? output.trim()).replace(/^(initdb|postgres): (error: )?/, '');
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
