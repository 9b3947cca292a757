import type { Connection, Submittable } from 'pg';
import type { Cell, ResultSet } from './database.ts';
import type { PreparedStatement } from './prepared-statements.ts';
import { WireMessages } from './wire-messages.ts';

export interface Step {
  readonly statement: PreparedStatement;
  readonly values: readonly (string | Buffer | null)[];
}

class WireResult implements ResultSet {
  readonly columns: readonly string[];
  readonly cells: readonly (readonly Cell[])[];
  readonly rowCount: number;

  constructor(columns: readonly string[], cells: readonly (readonly Cell[])[], rowCount: number) {
    this.columns = columns;
    this.cells = cells;
    this.rowCount = rowCount;
  }

  get rows(): (string | null)[][] {
    return this.cells.map((row) => row.map((cell) => cell?.toString() ?? null));
  }
}

/** What ran longer than this the last time has no other request sent behind it. */
const quickMs = 5;

/**
 * Several prepared statements sent in one flush with one Sync at the end: outside a transaction
 * block they are one implicit transaction. The last one's rows are the result. `pg` hands over the
 * server's messages through the methods below; the rows come past it, from a RowReader.
 *
 * It may be written while another one runs: the server reads it when it is done with that one. By
 * `submit`, `pg` says that the answers begin to be this one's.
 */
export class Exchange implements Submittable {
  readonly result: Promise<ResultSet>;
  /** What is written for it. */
  readonly bytes: Buffer;
  readonly #steps: readonly Step[];
  readonly #awaitingParse: PreparedStatement[] = [];
  readonly #rows: (readonly Cell[])[] = [];
  readonly #resolve: (result: ResultSet) => void;
  readonly #reject: (error: Error) => void;
  readonly #parsed = () => {
    const statement = this.#awaitingParse.shift();
    if (statement !== undefined) statement.state = 'parsed';
  };
  readonly #parses: boolean;
  readonly #onTurn: () => void;
  #connection: Connection | null = null;
  #since: number | null = null;
  #current = 0;
  #rowCount = 0;

  /**
   * `dismissed` names prepared statements to close first; `onTurn` is called before the first answer
   * comes. Throws, with nothing sent, what cannot be written.
   */
  constructor(steps: readonly Step[], dismissed: readonly string[], onTurn: () => void) {
    this.#steps = steps;
    this.#onTurn = onTurn;
    const messages = new WireMessages();
    for (const name of dismissed) messages.closeStatement(name);
    for (const { statement, values } of steps) {
      if (statement.state === 'unknown') {
        messages.parse(statement.name, statement.text);
        this.#awaitingParse.push(statement);
      }
      messages.bind(statement.name, values);
      if (statement.columns === null) messages.describePortal();
      messages.execute();
    }
    this.#parses = this.#awaitingParse.length > 0;
    this.bytes = messages.sync().bytes();
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Whether another may be written behind it: it will be done at once, as far as one can know. */
  get isQuick(): boolean {
    const lastMs = this.#steps.at(-1)?.statement.tookMs ?? quickMs;
    const soFarMs = this.#since === null ? 0 : performance.now() - this.#since;
    // What both would prepare, the second would prepare again.
    return !this.#parses && lastMs < quickMs && soFarMs < quickMs;
  }

  submit(connection: Connection): void {
    this.#since = performance.now();
    this.#onTurn();
    if (this.#parses) {
      this.#connection = connection;
      connection.on('parseComplete', this.#parsed);
    }
  }

  handleRowDescription(message: { fields: readonly { name: string }[] }): void {
    const step = this.#steps[this.#current];
    if (step !== undefined) step.statement.columns = message.fields.map((field) => field.name);
  }

  takeRow(cells: readonly Cell[]): void {
    if (this.#current === this.#steps.length - 1) this.#rows.push(cells);
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#current];
    if (step !== undefined) step.statement.columns ??= [];
    this.#current += 1;
    if (this.#current === this.#steps.length) this.#rowCount = countIn(message.text);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  /** Rows are only believed here: a deferred constraint refuses after they were sent. */
  handleReadyForQuery(): void {
    this.#leave();
    const own = this.#steps.at(-1)?.statement;
    if (own !== undefined && this.#since !== null) own.tookMs = performance.now() - this.#since;
    const columns = own?.columns ?? [];
    this.#resolve(new WireResult(columns, this.#rows, this.#rowCount));
  }

  handleError(error: Error): void {
    this.#leave();
    this.#reject(error);
  }

  #leave(): void {
    this.#connection?.removeListener('parseComplete', this.#parsed);
    this.#connection = null;
  }
}

/** 'SELECT 20' → 20, 'INSERT 0 1' → 1, 'CREATE TABLE' → 0. */
function countIn(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isInteger(count) ? count : 0;
}
