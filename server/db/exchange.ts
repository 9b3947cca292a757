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

/**
 * Several prepared statements sent in one flush with one Sync at the end: outside a transaction
 * block they are one implicit transaction. The last one's rows are the result. `pg` hands over the
 * server's messages through the methods below; the rows come past it, from a RowReader.
 */
export class Exchange implements Submittable {
  readonly result: Promise<ResultSet>;
  readonly #steps: readonly Step[];
  readonly #awaitingParse: PreparedStatement[] = [];
  readonly #rows: (readonly Cell[])[] = [];
  readonly #resolve: (result: ResultSet) => void;
  readonly #reject: (error: Error) => void;
  readonly #parsed = () => {
    const statement = this.#awaitingParse.shift();
    if (statement !== undefined) statement.state = 'parsed';
  };
  readonly #bytes: Buffer;
  #connection: Connection | null = null;
  #current = 0;
  #rowCount = 0;

  /** `dismissed` names prepared statements to close first. Throws, with nothing sent, what cannot be written. */
  constructor(steps: readonly Step[], dismissed: readonly string[]) {
    this.#steps = steps;
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
    this.#bytes = messages.sync().bytes();
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    if (this.#awaitingParse.length > 0) {
      this.#connection = connection;
      connection.on('parseComplete', this.#parsed);
    }
    connection.stream.write(this.#bytes);
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
    const columns = this.#steps.at(-1)?.statement.columns ?? [];
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
