import type { Connection, Submittable } from 'pg';
import type { Cell, ResultSet } from '#server/db/database.ts';
import type { PreparedStatement } from './prepared-statements.ts';
import { MessageWriter } from './message-writer.ts';

export interface Step {
  readonly statement: PreparedStatement;
  readonly values: readonly (string | Buffer | null)[];
}

class RawResult implements ResultSet {
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
 * Several prepared statements sent in one flush with one Sync at the end. Outside a transaction
 * block they are one implicit transaction. The rows of the last one are the result. `pg` delivers
 * all messages but the rows through the methods below. A RowReader delivers the rows.
 *
 * It may be written while another query runs; the server reads it when that one is done. `pg`
 * calls `submit` when the messages of this query begin.
 */
export class PipelinedQuery implements Submittable {
  readonly result: Promise<ResultSet>;
  /** The messages to write. */
  readonly bytes: Buffer;
  readonly #steps: readonly Step[];
  readonly #awaitingParse: PreparedStatement[] = [];
  readonly #rows: (readonly Cell[])[] = [];
  readonly #resolve: (result: ResultSet) => void;
  readonly #reject: (error: Error) => void;
  readonly #onParseComplete = () => {
    const statement = this.#awaitingParse.shift();
    if (statement !== undefined) statement.isParsed = true;
  };
  readonly #hasUnparsed: boolean;
  readonly #onTurn: () => void;
  #connection: Connection | null = null;
  #startedAt: number | null = null;
  #current = 0;
  #rowCount = 0;

  /**
   * Encodes the messages. `toClose` names prepared statements to close first; `onTurn` is called
   * before the first message arrives. Throws, with nothing sent, if a value cannot be encoded.
   */
  constructor(steps: readonly Step[], toClose: readonly string[], onTurn: () => void) {
    this.#steps = steps;
    this.#onTurn = onTurn;
    const messages = new MessageWriter();
    for (const name of toClose) messages.closeStatement(name);
    for (const { statement, values } of steps) {
      if (!statement.isParsed) {
        messages.parse(statement.name, statement.text);
        this.#awaitingParse.push(statement);
      }
      messages.bind(statement.name, values);
      if (statement.columns === null) messages.describePortal();
      messages.execute();
    }
    this.#hasUnparsed = this.#awaitingParse.length > 0;
    this.bytes = messages.sync().bytes();
    const { promise, resolve, reject } = Promise.withResolvers<ResultSet>();
    this.result = promise;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Returns whether it will probably be done within `quickMs`, judging by its last run. */
  isQuick(quickMs: number): boolean {
    const lastMs = this.#steps.at(-1)?.statement.lastDurationMs ?? Infinity;
    const elapsedMs = this.#startedAt === null ? 0 : performance.now() - this.#startedAt;
    // Behind an unparsed statement, a second query would parse it again.
    return !this.#hasUnparsed && lastMs < quickMs && elapsedMs < quickMs;
  }

  submit(connection: Connection): void {
    this.#startedAt = performance.now();
    this.#onTurn();
    if (this.#hasUnparsed) {
      this.#connection = connection;
      connection.on('parseComplete', this.#onParseComplete);
    }
  }

  handleRowDescription(message: { fields: readonly { name: string }[] }): void {
    const step = this.#steps[this.#current];
    if (step !== undefined) step.statement.columns = message.fields.map((field) => field.name);
  }

  addRow(cells: readonly Cell[]): void {
    if (this.#current === this.#steps.length - 1) this.#rows.push(cells);
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#current];
    if (step !== undefined) step.statement.columns ??= [];
    this.#current += 1;
    if (this.#current === this.#steps.length) this.#rowCount = parseRowCount(message.text);
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handlePortalSuspended(): void {}

  /** Returns rows only here, since a deferred constraint can fail after they were sent. */
  handleReadyForQuery(): void {
    this.#detach();
    const mainStatement = this.#steps.at(-1)?.statement;
    if (mainStatement !== undefined && this.#startedAt !== null)
      mainStatement.lastDurationMs = performance.now() - this.#startedAt;
    const columns = mainStatement?.columns ?? [];
    this.#resolve(new RawResult(columns, this.#rows, this.#rowCount));
  }

  handleError(error: Error): void {
    this.#detach();
    this.#reject(error);
  }

  #detach(): void {
    this.#connection?.removeListener('parseComplete', this.#onParseComplete);
    this.#connection = null;
  }
}

/**
 * Returns the row count of a command tag: 'SELECT 20' → 20, 'INSERT 0 1' → 1, 'CREATE TABLE' → 0.
 */
function parseRowCount(tag: string): number {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1));
  return Number.isInteger(count) ? count : 0;
}
