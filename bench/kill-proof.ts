import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { type Fault, faults, type Target } from './faults/faults.ts';
import { Ground } from './faults/ground.ts';
import { Installation } from './installation.ts';
import { findLostWrites } from './load/find-lost-writes.ts';
import { RequestStats } from './load/request-stats.ts';
import { readPostmasterPid } from './process-stats.ts';
import { readSecrets } from './secrets.ts';
import { type AcknowledgedWrites, VirtualUser } from './load/virtual-user.ts';

/**
 * Proves that acknowledged writes survive what happens to servers, and that a server recovers
 * alone. People write as fast as they can, and retry as the page does, while faults happen. Each
 * acknowledged write must then be there once, and nobody may have seen an error.
 * `npm run kill-proof [-- --rounds 200 --only killed,disk]`. Needs Linux and root.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    only: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);
const parts = values.only.split(',');
const chosen = faults.filter(({ name }) => parts.some((part) => name.includes(part)));
const people = 16;
const recoveryMs = 60_000;

/** Results of one kind of fault. */
interface Tally {
  rounds: number;
  writes: number;
  lost: number;
  twice: number;
  readonly recoveriesMs: number[];
  readonly errors: string[];
  /** Responses and log lines of the server, and how often each came. */
  readonly messages: Map<string, number>;
}

const tallies = new Map<Fault, Tally>(
  chosen.map((fault) => [
    fault,
    { rounds: 0, writes: 0, lost: 0, twice: 0, recoveriesMs: [], errors: [], messages: new Map() },
  ]),
);

/** Returns the faults in turns, each by its share. */
function schedule(): Fault[] {
  const turns: Fault[] = [];
  const longest = Math.max(...chosen.map(({ share }) => share));
  for (let turn = 0; turn < longest; turn += 1) {
    turns.push(...chosen.filter(({ share }) => share > turn));
  }
  return Array.from({ length: rounds }, (_, round) => turns[round % turns.length]).filter(
    (fault) => fault !== undefined,
  );
}

const logLine = v.object({ message: v.string(), line: v.optional(v.string()) });

/** Returns the messages of warnings and errors in a server's log. */
function loggedMessages(log: readonly string[]): string[] {
  return log.flatMap((line) => {
    try {
      const parsed = v.safeParse(logLine, JSON.parse(line));
      if (!parsed.success) return [];
      const { message, line: detail } = parsed.output;
      return [`log: ${message}${detail === undefined ? '' : ` (${detail})`}`];
    } catch {
      return [`log: ${line}`];
    }
  });
}

class Proof {
  readonly #ground: Ground;
  readonly #installation: Installation;
  readonly #users: readonly VirtualUser[];
  readonly #finished: { readonly acknowledged: AcknowledgedWrites }[] = [];

  constructor(ground: Ground, installation: Installation, users: readonly VirtualUser[]) {
    this.#ground = ground;
    this.#installation = installation;
    this.#users = users;
  }

  async runRound(fault: Fault): Promise<void> {
    const stats = new RequestStats();
    const target: Target = { installation: this.#installation, ground: this.#ground, stats };
    const logged = this.#installation.server.log.length;
    const { server } = this.#installation;
    this.#ground.removeClocksOfKilled();
    const over = new AbortController();
    const writers = this.#users.map(async (user) => {
      while (!over.signal.aborted) {
        await user.write(stats).catch((error: unknown) => stats.errors.push(String(error)));
      }
    });
    await pause(300 + Math.random() * 700);
    await fault.happen(target);
    const recoveryMs = await this.#recover(stats);
    over.abort();
    await Promise.all(writers);
    const round = this.#users.map((user) => ({ acknowledged: user.takeAcknowledged() }));
    this.#finished.push(...round);
    const { checked, lost, duplicated } = await findLostWrites(this.#ground.dataDir, round);
    const tally = tallies.get(fault);
    if (tally === undefined) return;
    tally.rounds += 1;
    tally.writes += checked;
    tally.lost += lost;
    tally.twice += duplicated;
    tally.recoveriesMs.push(recoveryMs);
    tally.errors.push(...stats.errors);
    const sameServer = server === this.#installation.server;
    const lines = [
      ...server.log.slice(logged),
      ...(sameServer ? [] : this.#installation.server.log),
    ];
    const messages = [
      ...stats.refusals,
      ...loggedMessages(lines).map((text) => [text, 1] as const),
    ];
    for (const [text, times] of messages) {
      tally.messages.set(text, (tally.messages.get(text) ?? 0) + times);
    }
  }

  /** Looks up all writes of all rounds once more. */
  checkAll(): ReturnType<typeof findLostWrites> {
    return findLostWrites(this.#ground.dataDir, this.#finished);
  }

  /** Waits until everybody has written once more; returns after how long. */
  async #recover(stats: RequestStats): Promise<number> {
    const start = performance.now();
    const before = this.#users.map((user) => user.acknowledgedCount);
    while (this.#users.some((user, index) => user.acknowledgedCount === before[index])) {
      if (performance.now() - start > recoveryMs) {
        throw new Error(`Not recovered within a minute: ${stats.errors.at(-1) ?? 'no answer'}`);
      }
      await pause(10);
    }
    return performance.now() - start;
  }
}

const ground = new Ground();
let failed = false;
try {
  const first = await Installation.start(ground.dataDir);
  const settings = ground.clockSettings(readPostmasterPid(ground.dataDir));
  await first.server.stop();
  const installation = await Installation.start(ground.dataDir, settings);
  try {
    const { publishableKey } = readSecrets(ground.dataDir);
    const users = Array.from(
      { length: people },
      (_, number) => new VirtualUser(installation.origin, publishableKey, number),
    );
    for (const user of users) await user.signUp(new RequestStats());
    const proof = new Proof(ground, installation, users);
    for (const [index, fault] of schedule().entries()) {
      await proof.runRound(fault);
      console.log(`round ${index + 1} of ${rounds}: ${fault.name}`);
    }
    for (const [{ name }, tally] of tallies) {
      if (tally.rounds === 0) continue;
      const slowest = (Math.max(...tally.recoveriesMs) / 1_000).toFixed(1);
      console.log(
        `\n${name}: ${tally.rounds} rounds, ${tally.writes} acknowledged writes, ${tally.lost} lost, ${tally.twice} there twice, ` +
          `${tally.errors.length} errors; recovered within ${slowest} s`,
      );
      for (const [text, times] of tally.messages) console.log(`  ${times} × ${text}`);
      for (const error of tally.errors.slice(0, 5)) console.log(`  error: ${error.slice(0, 300)}`);
      failed ||= tally.lost + tally.twice + tally.errors.length > 0;
    }
    const all = await proof.checkAll();
    console.log(
      `\nin all: ${all.checked} acknowledged writes, ${all.lost} lost, ${all.duplicated} there twice`,
    );
    failed ||= all.lost + all.duplicated > 0;
  } finally {
    await installation.server.stop();
  }
} finally {
  ground.remove();
}
process.exitCode = failed ? 1 : 0;
