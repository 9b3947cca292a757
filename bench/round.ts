import { Client } from 'pg';
import { checkRead } from './check-read.ts';
import { type LiteServer, startLite } from './lite.ts';
import type { Operation } from './operations.ts';
import {
  type PgbenchRates,
  type PgbenchScript,
  runPgbench,
  writePgbenchScript,
} from './pgbench.ts';
import { readPostmasterPid, cpuTimeMs } from './process-stats.ts';
import type { LoadPrograms } from './find-programs.ts';
import { type ServerProcess, superuserOf, startServer } from './server-process.ts';
import { sendSample, type CapturedStatement } from './capture-statements.ts';
import { type Keys, signTokens } from './tokens.ts';
import { type WrkRates, runWrk, writeWrkScript } from './wrk.ts';

/** The settings of a request, then its query. */
export type CapturedStatements = readonly [CapturedStatement, CapturedStatement];

/**
 * Rates with the CPU milliseconds per request, clients included; NaN if the system doesn't report
 * it.
 */
type WithCost<Rates> = Rates & { readonly costMs: number };

export interface Measured {
  readonly rest: WithCost<WrkRates>;
  readonly pgbench: WithCost<PgbenchRates>;
  /** Null unless @supabase/lite was measured. */
  readonly lite: WithCost<WrkRates> | null;
}

const warmUpSeconds = 2;
/**
 * V8 compiles hot code in the background, so a request reaches its final cost after some twenty
 * seconds of load. PostgreSQL compiles nothing.
 */
const firstWarmUp = { clients: 8, seconds: 20 };

/** A new server on a copy of the data, and the programs that load it. */
export class Round {
  readonly #server: ServerProcess;
  readonly #keys: Keys;
  readonly #login: { host: string; port: number };
  readonly #programs: LoadPrograms;
  readonly #scripts: string;
  readonly #countClient: Client;
  readonly #lite: LiteServer | null;
  readonly #warmedUp = new Set<string>();

  private constructor(
    server: ServerProcess,
    keys: Keys,
    programs: LoadPrograms,
    scripts: string,
    countClient: Client,
    lite: LiteServer | null,
  ) {
    this.#server = server;
    this.#keys = keys;
    this.#programs = programs;
    this.#scripts = scripts;
    this.#countClient = countClient;
    this.#lite = lite;
    this.#login = superuserOf(server.dataDir);
  }

  /**
   * Starts the servers. Scripts go to the folder `scripts`; `withLite` starts @supabase/lite as
   * well.
   */
  static async start(
    dataDir: string,
    programs: LoadPrograms,
    scripts: string,
    withLite: boolean,
  ): Promise<Round> {
    const server = await startServer(dataDir, 'info');
    const keys = await signTokens(dataDir, server.port);
    const countClient = new Client(superuserOf(dataDir));
    await countClient.connect();
    const lite = withLite ? await startLite(superuserOf(dataDir)) : null;
    return new Round(server, keys, programs, scripts, countClient, lite);
  }

  /** Measures both sides, one after the other. */
  async measure(
    operation: Operation,
    statements: CapturedStatements,
    options: { clients: number; seconds: number; restFirst: boolean },
  ): Promise<Measured> {
    const body = await sendSample(operation, this.#server.port, this.#keys);
    if (operation.name === 'read') checkRead(body);
    const script = writePgbenchScript(this.#scripts, operation.name, statements);
    if (options.restFirst) {
      const rest = await this.#loadRest(operation, options);
      const pgbench = await this.#loadPgbench(operation, script, options);
      return { rest, pgbench, lite: await this.#loadLite(operation, options) };
    }
    const lite = await this.#loadLite(operation, options);
    const pgbench = await this.#loadPgbench(operation, script, options);
    return { pgbench, lite, rest: await this.#loadRest(operation, options) };
  }

  /** Measures @supabase/lite with operations that only read. */
  async #loadLite(
    operation: Operation,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<WithCost<WrkRates> | null> {
    if (this.#lite === null || operation.counter !== null) return null;
    const { port, keys, pid } = this.#lite;
    checkRead(await sendSample(operation, port, keys));
    const file = writeWrkScript(this.#scripts, { ...operation, name: 'lite' }, port, keys);
    const load = (duration: number) => runWrk(this.#programs.wrk, file, port, clients, duration);
    await load(this.#warmedUp.has('lite') ? warmUpSeconds : firstWarmUp.seconds);
    this.#warmedUp.add('lite');
    return this.#withCost(
      pid,
      () => load(seconds),
      ({ requests }) => requests,
    );
  }

  /**
   * Runs a load and adds the CPU time per request of PostgreSQL, the client and the process `pid`.
   */
  async #withCost<Rates>(
    pid: number | null,
    load: () => Promise<Rates>,
    requestsOf: (rates: Rates) => number,
  ): Promise<WithCost<Rates>> {
    const roots = [readPostmasterPid(this.#server.dataDir), ...(pid === null ? [] : [pid])];
    const before = cpuTimeMs(roots) ?? Number.NaN;
    const rates = await load();
    const used = (cpuTimeMs(roots) ?? Number.NaN) - before;
    return { ...rates, costMs: used / requestsOf(rates) };
  }

  async stop(): Promise<void> {
    await this.#lite?.stop();
    await this.#countClient.end();
    await this.#server.stop();
  }

  async #loadRest(
    operation: Operation,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<WithCost<WrkRates>> {
    const { port, pid } = this.#server;
    const file = writeWrkScript(this.#scripts, operation, port, this.#keys);
    if (!this.#warmedUp.has(operation.name)) {
      await runWrk(this.#programs.wrk, file, port, firstWarmUp.clients, firstWarmUp.seconds);
      this.#warmedUp.add(operation.name);
    }
    await runWrk(this.#programs.wrk, file, port, clients, warmUpSeconds);
    const before = await this.#count(operation);
    const rates = await this.#withCost(
      pid,
      () => runWrk(this.#programs.wrk, file, port, clients, seconds),
      ({ requests }) => requests,
    );
    await this.#checkCount(operation, before, rates.requests);
    return rates;
  }

  async #loadPgbench(
    operation: Operation,
    script: PgbenchScript,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<WithCost<PgbenchRates>> {
    const load = (duration: number) =>
      runPgbench(this.#programs.pgbench, script, this.#login, clients, duration);
    await load(warmUpSeconds);
    const before = await this.#count(operation);
    const rates = await this.#withCost(
      null,
      () => load(seconds),
      ({ transactions }) => transactions,
    );
    await this.#checkCount(operation, before, rates.transactions);
    return rates;
  }

  async #count({ counter }: Operation): Promise<number> {
    if (counter === null) return 0;
    const { rows } = await this.#countClient.query<{ count: string }>(counter);
    return Number(rows[0]?.count);
  }

  /** Throws if fewer rows were written than requests succeeded. */
  async #checkCount(operation: Operation, before: number, expected: number): Promise<void> {
    if (operation.counter === null) return;
    const written = (await this.#count(operation)) - before;
    if (written < expected) {
      throw new Error(
        `${operation.name}: ${expected} requests succeeded, but ${written} rows were written.`,
      );
    }
  }
}
