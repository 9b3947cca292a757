import { Client } from 'pg';
import { checkRead } from './check-read.ts';
import { type LiteServer, startLite } from './lite.ts';
import type { Operation } from './operations.ts';
import { type BareRates, type BareStatements, runPgbench, writePgbenchScript } from './pgbench.ts';
import { postmasterOf, usedSoFar } from './processor-time.ts';
import type { LoadPrograms } from './programs.ts';
import { type ServerProcess, socketOf, startServer } from './server-process.ts';
import { sendSample, type SentStatement } from './statements-sent.ts';
import { type Keys, signTokens } from './tokens.ts';
import { type RestRates, runWrk, writeScript } from './wrk.ts';

export type Sent = readonly [SentStatement, SentStatement];

/** What one request costs of the processors, clients included, in milliseconds; NaN where the machine does not tell. */
type Costed<Rates> = Rates & { readonly costMs: number };

export interface Measured {
  readonly rest: Costed<RestRates>;
  readonly bare: Costed<BareRates>;
  /** Null for what is not measured beside it. */
  readonly lite: Costed<RestRates> | null;
}

const warmUpSeconds = 2;
/**
 * V8 compiles what runs often, beside what it runs: only after some twenty seconds of load does a request cost what it
 * will cost from then on. A server is measured that has been in use, as PostgreSQL is, which compiles nothing.
 */
const firstWarmUp = { clients: 8, seconds: 20 };

/** A fresh server on fresh data, with everything that loads it. */
export class Round {
  readonly #server: ServerProcess;
  readonly #keys: Keys;
  readonly #login: { host: string; port: number };
  readonly #programs: LoadPrograms;
  readonly #scripts: string;
  readonly #counting: Client;
  readonly #lite: LiteServer | null;
  readonly #warm = new Set<string>();

  private constructor(
    server: ServerProcess,
    keys: Keys,
    programs: LoadPrograms,
    scripts: string,
    counting: Client,
    lite: LiteServer | null,
  ) {
    this.#server = server;
    this.#keys = keys;
    this.#programs = programs;
    this.#scripts = scripts;
    this.#counting = counting;
    this.#lite = lite;
    this.#login = socketOf(server.dataDir);
  }

  /** Writes its scripts to the folder `scripts`; `withLite` starts @supabase/lite on the same database. */
  static async start(
    dataDir: string,
    programs: LoadPrograms,
    scripts: string,
    withLite: boolean,
  ): Promise<Round> {
    const server = await startServer(dataDir, 'info');
    const keys = await signTokens(dataDir, server.port);
    const counting = new Client({
      ...socketOf(dataDir),
      user: 'postgres',
      database: 'postgres',
    });
    await counting.connect();
    const lite = withLite ? await startLite(socketOf(dataDir)) : null;
    return new Round(server, keys, programs, scripts, counting, lite);
  }

  /** Runs both sides, one after the other. */
  async measure(
    operation: Operation,
    sent: Sent,
    options: { clients: number; seconds: number; restFirst: boolean },
  ): Promise<Measured> {
    const answer = await sendSample(operation, this.#server.port, this.#keys);
    if (operation.name === 'read') checkRead(answer);
    const script = writePgbenchScript(this.#scripts, operation.name, sent);
    if (options.restFirst) {
      const rest = await this.#loadRest(operation, options);
      const bare = await this.#loadBare(operation, script, options);
      return { rest, bare, lite: await this.#loadLite(operation, options) };
    }
    const lite = await this.#loadLite(operation, options);
    const bare = await this.#loadBare(operation, script, options);
    return { bare, lite, rest: await this.#loadRest(operation, options) };
  }

  /** It is asked for the same rows; what it writes is not compared. */
  async #loadLite(
    operation: Operation,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<Costed<RestRates> | null> {
    if (this.#lite === null || operation.counter !== null) return null;
    const { port, keys, pid } = this.#lite;
    checkRead(await sendSample(operation, port, keys));
    const file = writeScript(this.#scripts, { ...operation, name: 'lite' }, port, keys);
    const load = (duration: number) => runWrk(this.#programs.wrk, file, port, clients, duration);
    await load(this.#warm.has('lite') ? warmUpSeconds : firstWarmUp.seconds);
    this.#warm.add('lite');
    return this.#costed(
      pid,
      () => load(seconds),
      ({ requests }) => requests,
    );
  }

  /** Runs a load on PostgreSQL by way of a process. */
  async #costed<Rates>(
    pid: number | null,
    load: () => Promise<Rates>,
    done: (rates: Rates) => number,
  ): Promise<Costed<Rates>> {
    const roots = [postmasterOf(this.#server.dataDir), ...(pid === null ? [] : [pid])];
    const before = usedSoFar(roots) ?? Number.NaN;
    const rates = await load();
    const used = (usedSoFar(roots) ?? Number.NaN) - before;
    return { ...rates, costMs: used / done(rates) };
  }

  async stop(): Promise<void> {
    await this.#lite?.stop();
    await this.#counting.end();
    await this.#server.stop();
  }

  async #loadRest(
    operation: Operation,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<Costed<RestRates>> {
    const { port, pid } = this.#server;
    const file = writeScript(this.#scripts, operation, port, this.#keys);
    if (!this.#warm.has(operation.name)) {
      await runWrk(this.#programs.wrk, file, port, firstWarmUp.clients, firstWarmUp.seconds);
      this.#warm.add(operation.name);
    }
    await runWrk(this.#programs.wrk, file, port, clients, warmUpSeconds);
    const before = await this.#count(operation);
    const rates = await this.#costed(
      pid,
      () => runWrk(this.#programs.wrk, file, port, clients, seconds),
      ({ requests }) => requests,
    );
    await this.#checkCount(operation, before, rates.requests);
    return rates;
  }

  async #loadBare(
    operation: Operation,
    script: BareStatements,
    { clients, seconds }: { clients: number; seconds: number },
  ): Promise<Costed<BareRates>> {
    const load = (duration: number) =>
      runPgbench(this.#programs.pgbench, script, this.#login, clients, duration);
    await load(warmUpSeconds);
    const before = await this.#count(operation);
    const rates = await this.#costed(
      null,
      () => load(seconds),
      ({ transactions }) => transactions,
    );
    await this.#checkCount(operation, before, rates.transactions);
    return rates;
  }

  async #count({ counter }: Operation): Promise<number> {
    if (counter === null) return 0;
    const { rows } = await this.#counting.query<{ count: string }>(counter);
    return Number(rows[0]?.count);
  }

  /** A success that wrote nothing would be fast, and wrong. */
  async #checkCount(operation: Operation, before: number, done: number): Promise<void> {
    if (operation.counter === null) return;
    const written = (await this.#count(operation)) - before;
    if (written < done) {
      throw new Error(`${operation.name}: ${done} were done, but ${written} rows are there.`);
    }
  }
}
