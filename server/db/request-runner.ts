import { DatabaseError, type ClientConfig } from 'pg';
import {
  DatabaseRefusal,
  DatabaseUnavailable,
  type RequestFrame,
  type RequestRunner,
  type ResultSet,
  type Statement,
} from './database.ts';
import { Exchange, type Step } from './exchange.ts';
import { isFatal } from './is-fatal.ts';
import type { PreparedStatement } from './prepared-statements.ts';
import {
  type Follows,
  type PoolLimits,
  type RequestConnection,
  RequestConnections,
} from './request-connections.ts';
import {
  moreSettingsText,
  searchPathOf,
  settingsText,
  settingsValues,
} from './request-settings.ts';
import { toWire } from './wire-value.ts';

export interface ClosableRunner extends RequestRunner {
  end(): Promise<void>;
}

/** How long the server may overrun a statement's own time limit before it counts as lost. */
const graceMs = 5_000;

/** Runs statements of requests on connections logged in as `config.user` (authenticator). */
export function createRequestRunner(config: ClientConfig, limits: PoolLimits): ClosableRunner {
  const connections = new RequestConnections(config, limits);

  /**
   * Sends the steps and takes the connection out of use when its state is in doubt. `alone` unless
   * another request may be sent behind them.
   */
  async function send(
    connection: RequestConnection,
    steps: readonly Step[],
    timeLimitMs: number,
    alone = true,
  ): Promise<ResultSet> {
    const { line, statements, rows } = connection;
    let watch: NodeJS.Timeout | undefined;
    const exchange = new Exchange(steps, statements.dismissed, () => {
      rows.receiver = (cells) => exchange.takeRow(cells);
      if (timeLimitMs === 0) return;
      watch = setTimeout(() => connections.throwAway(connection), timeLimitMs + graceMs);
    });
    statements.forgetDismissed();
    line.send(exchange);
    connection.last = alone ? null : exchange;
    if (!alone) connections.offer(connection);
    try {
      return await exchange.result;
    } catch (error) {
      const told = translate(error);
      if (told instanceof DatabaseUnavailable) connections.throwAway(connection);
      throw told;
    } finally {
      clearTimeout(watch);
      if (connection.last === exchange) connection.last = null;
    }
  }

  function stepsOf(
    connection: RequestConnection,
    frame: RequestFrame,
    statement: Statement,
  ): Step[] {
    const searchPath = searchPathOf(frame.searchPath);
    const steps: Step[] = [
      { statement: common(connection, settingsText), values: settingsValues(frame, searchPath) },
    ];
    const { settings = [], before = null, isolation = null } = frame;
    if (settings.length > 0) {
      const text = moreSettingsText(settings.length);
      steps.unshift({ statement: common(connection, text), values: settings.flat() });
    }
    // Before anything that sees data: later it could not be set anymore.
    if (isolation !== null) {
      const text = `set transaction isolation level ${isolation}`;
      steps.unshift({ statement: common(connection, text), values: [] });
    }
    if (before !== null) {
      const first = connection.statements.for(frame.role, searchPath, before);
      steps.push({ statement: first, values: [] });
    }
    const main = connection.statements.for(frame.role, searchPath, statement.text);
    steps.push({ statement: main, values: statement.values.map(toWire) });
    return steps;
  }

  /**
   * Ends what outlives a transaction: settings and locks of the session, and by a new connection
   * temporary tables, listening and cursors. Only functions leave such things; a plain read, which
   * calls none made for that, is spared.
   */
  async function clean(connection: RequestConnection): Promise<void> {
    try {
      const steps = ['reset role', 'reset all', 'discard sequences', leftText].map((text) => ({
        statement: common(connection, text),
        values: [],
      }));
      const left = await send(connection, steps, graceMs);
      if (left.rows[0]?.[0] === 't') connections.throwAway(connection);
    } catch {
      connections.throwAway(connection);
    } finally {
      connections.giveBack(connection);
    }
  }

  async function withConnection<T>(
    frame: RequestFrame,
    follows: Follows,
    work: (connection: RequestConnection) => Promise<T>,
  ): Promise<T> {
    const connection = connections.take(follows) ?? (await connections.wait(follows));
    try {
      return await work(connection);
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      // The schema has changed under a prepared statement; nothing was done. Once more, afresh.
      connection.statements.forgetAll();
      return await work(connection);
    } finally {
      if (isPlainRead(frame)) connections.giveBack(connection);
      else void clean(connection);
    }
  }

  return {
    run(frame, statement) {
      const alone = !isPlainRead(frame);
      return withConnection(frame, alone ? never : behindQuick, (connection) =>
        send(connection, stepsOf(connection, frame, statement), frame.statementTimeoutMs, alone),
      );
    },

    runChecked: (frame, statement, accept) =>
      withConnection(frame, never, async (connection) => {
        const single = (text: string) =>
          send(connection, [{ statement: common(connection, text), values: [] }], graceMs);
        const begin = { statement: common(connection, 'begin'), values: [] };
        const steps = [begin, ...stepsOf(connection, frame, statement)];
        let result: ResultSet;
        try {
          result = await send(connection, steps, frame.statementTimeoutMs);
          accept(result);
        } catch (error) {
          await single('rollback').catch(() => connections.throwAway(connection));
          throw error;
        }
        await single('commit');
        return result;
      }),

    end: () => connections.end(),
  };
}

/** It calls no function made to be called, so that it leaves nothing behind in the session. */
function isPlainRead({ readOnly, before, path }: RequestFrame): boolean {
  return readOnly && before == null && !path.includes('/rpc/');
}

const behindQuick: Follows = ({ last }) => last?.isQuick === true;
const never: Follows = () => false;

const leftText = `select pg_my_temp_schema() <> 0
  or exists (select from pg_listening_channels())
  or exists (select from pg_cursors where name <> '')
  or pg_advisory_unlock_all() is null`;

function common(connection: RequestConnection, text: string): PreparedStatement {
  return connection.statements.for('', '', text);
}

function translate(error: unknown): DatabaseRefusal | DatabaseUnavailable {
  if (error instanceof DatabaseError && error.code !== undefined && !isFatal(error)) {
    const { code, message, detail, hint, constraint, table } = error;
    return new DatabaseRefusal({
      code,
      message,
      detail: detail ?? null,
      hint: hint ?? null,
      constraint: constraint ?? null,
      table: table ?? null,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseUnavailable(`The connection to the database was lost: ${reason}`, {
    cause: error,
  });
}

function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseRefusal)) return false;
  const { code, message } = error.refusal;
  return (
    code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change'))
  );
}
