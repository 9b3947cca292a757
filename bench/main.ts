import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { copySeed, ensureSeed, removeCopy } from './data-directory.ts';
import { installLite } from './lite.ts';
import { measureFairness } from './fairness/measure-fairness.ts';
import { measureLoad } from './load/measure-load.ts';
import { type Operation, operations } from './operations.ts';
import { fairnessSeconds, isChosen, type Options, readOptions, usage } from './options.ts';
import { findPrograms, type LoadPrograms } from './find-programs.ts';
import { machineLoad, type Series, table } from './report.ts';
import { Round, type CapturedStatements } from './round.ts';
import { measureRealtime } from './realtime/measure-realtime.ts';
import { measureMcp } from './scale/measure-mcp.ts';
import { measureTeams } from './scale/measure-teams.ts';
import { measureScale } from './scale/measure-scale.ts';
import { findStoredScale } from './scale/scaled-directory.ts';
import { startServer } from './server-process.ts';
import { captureStatements, logStatements } from './capture-statements.ts';
import { signTokens } from './tokens.ts';

const scripts = join(import.meta.dirname, '../.cache/bench/scripts');

/**
 * Captures the SQL of each operation from a server with statement logging, which measured ones
 * lack.
 */
async function captureAll(
  chosen: readonly Operation[],
): Promise<ReadonlyMap<string, CapturedStatements>> {
  const server = await startServer(copySeed(), 'debug');
  try {
    const keys = await signTokens(server.dataDir, server.port);
    await logStatements(server.dataDir);
    const captured = new Map<string, CapturedStatements>();
    for (const operation of chosen) {
      captured.set(operation.name, await captureStatements(operation, server, keys));
    }
    return captured;
  } finally {
    await server.stop();
  }
}

async function runRound(
  programs: LoadPrograms,
  captured: ReadonlyMap<string, CapturedStatements>,
  series: readonly Series[],
  { seconds, restFirst, lite }: { seconds: number; restFirst: boolean; lite: boolean },
): Promise<void> {
  const round = await Round.start(copySeed(), programs, scripts, lite);
  try {
    for (const { operation, clients, rest, pgbench, lites } of series) {
      const statements = captured.get(operation.name);
      if (statements === undefined) continue;
      const measured = await round.measure(operation, statements, { clients, seconds, restFirst });
      rest.push(measured.rest);
      pgbench.push(measured.pgbench);
      if (measured.lite !== null) lites.push(measured.lite);
    }
  } finally {
    await round.stop();
  }
}

/** Runs the benchmark that README.md describes. */
async function bench(options: Options): Promise<void> {
  const chosen = operations.filter(({ name }) => isChosen(name, options.only));
  const programs = findPrograms();
  mkdirSync(scripts, { recursive: true });
  await ensureSeed(options.fresh);
  if (options.lite) await installLite();
  const captured = await captureAll(chosen);
  const series: readonly Series[] = chosen.flatMap((operation) =>
    options.clients.map((clients) => ({ operation, clients, rest: [], pgbench: [], lites: [] })),
  );
  for (let round = 0; round < options.rounds; round += 1) {
    console.log(
      `Round ${round + 1} of ${options.rounds}: ${options.seconds} s each, ${machineLoad()}`,
    );
    const restFirst = round % 2 === 0;
    await runRound(programs, captured, series, {
      seconds: options.seconds,
      restFirst,
      lite: options.lite,
    });
  }
  removeCopy();
  console.log(`\n${table(series)}`);
}

const start = performance.now();
try {
  const options = readOptions(process.argv.slice(2));
  if (options.load !== null) await measureLoad({ ...options.load, only: options.only });
  else if (options.realtime !== null) await measureRealtime({ ...options, ...options.realtime });
  else if (options.mcp !== null) await measureMcp({ ...options, ...options.mcp });
  else if (options.teams !== null) await measureTeams(options.teams);
  else if (options.fairness) await measureFairness(options);
  else if (options.scale !== null) await measureScale(options.scale, options);
  else {
    await bench(options);
    // `--only` and a single round skip the long measurements.
    if (options.only.length === 0 && options.rounds > 1) {
      const { prompts, csv } = findStoredScale();
      await measureScale(prompts, { ...options, csv, lean: false, fresh: false });
      await measureFairness({ seconds: fairnessSeconds, only: [] });
      await measureLoad({ minutes: 1, people: 500, only: [] });
    }
  }
  console.log(`\n${((performance.now() - start) / 60_000).toFixed(1)} minutes in all.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof TypeError) console.error(usage);
  process.exitCode = 1;
}
