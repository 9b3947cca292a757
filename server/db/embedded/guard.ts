import { spawn, type ChildProcess } from 'node:child_process';
import { environment } from './environment.ts';
import { program, type Programs } from './programs.ts';
import { accessTo } from './folder-access.ts';
import type { RunAs } from './run-as.ts';

/**
 * A PostgreSQL whose parent is a guard process, not the server. The guard reads a pipe that only
 * the server holds. When the pipe closes, because the server asks or was killed, the guard stops
 * PostgreSQL. First comes a fast shutdown (SIGINT), after 20 s an immediate one (SIGQUIT). The
 * guard exits with PostgreSQL.
 */
export interface GuardedPostgres {
  /** Resolves when PostgreSQL has ended, with the last lines it wrote. */
  readonly ended: Promise<string>;
  /** Stops PostgreSQL and resolves when it has ended. */
  stop(): Promise<void>;
}

/** A shell, which needs a millisecond and a megabyte where Node needs forty of each. */
const guardScript = `
trap '' INT TERM HUP QUIT
exec 3<&0
"$@" 3<&- </dev/null &
postgres=$!
(
  read -r stop <&3
  kill -INT $postgres 2>/dev/null
  tenths=0
  while kill -0 $postgres 2>/dev/null && [ $tenths -lt 200 ]; do
    sleep 0.1
    tenths=$((tenths + 1))
  done
  kill -QUIT $postgres 2>/dev/null
) >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait $postgres
status=$?
kill -KILL $watch 2>/dev/null
exit $status
`;

/** The guard on Windows, which may have no shell: pg_ctl stops PostgreSQL. */
const windowsGuard = `
const { spawn, spawnSync } = require('node:child_process');
const [pgCtl, folder, postgres, ...options] = process.argv.slice(1);
const child = spawn(postgres, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
child.on('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().on('close', () => {
  spawnSync(pgCtl, ['stop', '--pgdata', folder, '--mode', 'fast', '--timeout', '20']);
  spawnSync(pgCtl, ['stop', '--pgdata', folder, '--mode', 'immediate', '--timeout', '20']);
});
`;

/** Starts PostgreSQL under its guard and passes every line it logs to `onLine`. */
export function startGuarded(options: {
  readonly programs: Programs;
  /** The folder of the database files. */
  readonly folder: string;
  readonly user: RunAs;
  readonly settings: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}): GuardedPostgres {
  const { programs, folder, user } = options;
  const access = accessTo(folder, user);
  const command = [
    program(programs, 'postgres'),
    '-D',
    access.named,
    ...Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const common = {
    cwd: access.cwd,
    env: environment(),
    detached: true,
  };
  const child =
    process.platform === 'win32'
      ? spawn(
          process.execPath,
          ['-e', windowsGuard, program(programs, 'pg_ctl'), folder, ...command],
          { ...common, stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true },
        )
      : spawn('/bin/sh', ['-c', guardScript, 'postgres-guard', ...command], {
          ...common,
          stdio: ['pipe', 'ignore', 'pipe', 'ignore', access.handle],
          ...user.ids,
        });
  access.release();
  child.stdin?.on('error', () => {});
  const ended = collectLines(child, options.onLine);
  return {
    ended,
    stop: async () => {
      child.stdin?.end();
      await ended;
    },
  };
}

function collectLines(child: ChildProcess, onLine: (line: string) => void): Promise<string> {
  const last: string[] = [];
  let rest = '';
  const addLine = (line: string) => {
    if (line === '') return;
    last.push(line);
    if (last.length > 30) last.shift();
    onLine(line);
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) addLine(line);
  });
  return new Promise((resolve) => {
    child.on('error', (error) => addLine(`FATAL:  ${error.message}`));
    child.once('close', () => {
      addLine(rest);
      resolve(last.join('\n'));
    });
  });
}
