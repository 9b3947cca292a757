import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { openProofDatabase } from '#tools/kill-proof/open-proof-database.ts';

/**
 * Proves that acknowledged writes survive a kill. In each round a server writes as fast as it
 * can. Then it and every process of its PostgreSQL are killed at once. The reopened database must
 * contain each acknowledged write. `npm run kill-proof [-- ROUNDS]`.
 */
const rounds = Number(process.argv[2] ?? 20);
const dataDir = mkdtempSync(join(tmpdir(), 'cuebook-kill-proof-'));
const writer = join(import.meta.dirname, 'kill-proof/writer.ts');

/** Returns the ids of a process and of all its descendants. */
function processTree(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const parents = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const members = [pid];
  for (const member of members) {
    for (const [child = 0, parent] of parents) if (parent === member) members.push(child);
  }
  return members;
}

function kill(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited with its parent.
    }
  }
}

async function writeUntilKilled(): Promise<string[]> {
  const child: ChildProcess = spawn(process.execPath, [writer, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null || child.pid === undefined) throw new Error('the writer did not start');
  const acknowledged: string[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => acknowledged.push(line));
  await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  await pause(300 + Math.random() * 700);
  const closed = once(lines, 'close');
  kill(processTree(child.pid));
  await closed;
  return acknowledged;
}

async function readStored(): Promise<{ rows: Set<string>; milliseconds: number }> {
  const start = performance.now();
  const database = await openProofDatabase(dataDir);
  const milliseconds = performance.now() - start;
  const { rows } = await database.owner.query<{ id: string }>('select id from public.kill_proof');
  await database.close();
  return { rows: new Set(rows.map(({ id }) => id)), milliseconds };
}

let total = 0;
let lost = 0;
try {
  for (let round = 1; round <= rounds; round += 1) {
    const before = await readStored();
    const acknowledged = await writeUntilKilled();
    const after = await readStored();
    const missing = acknowledged.filter((id) => !after.rows.has(id)).length;
    const lostFromBefore = [...before.rows].filter((id) => !after.rows.has(id)).length;
    const unacknowledged = after.rows.size - before.rows.size - acknowledged.length + missing;
    total += acknowledged.length;
    lost += missing + lostFromBefore;
    console.log(
      `round ${String(round).padStart(2)}: ${acknowledged.length} acknowledged, ${acknowledged.length - missing} found, ` +
        `${missing + lostFromBefore} lost, ${unacknowledged} committed without acknowledgement; reopened in ${Math.round(after.milliseconds)} ms`,
    );
    if (acknowledged.length === 0) throw new Error('the writer wrote nothing');
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${rounds} rounds, ${total} acknowledged writes, ${lost} lost`);
process.exitCode = lost === 0 ? 0 : 1;
