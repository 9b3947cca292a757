import { DatabaseError, type ClientConfig } from 'pg';
import {
  DatabaseRefusal,
  DatabaseUnavailable,
  type TransactionSettings,
  type RequestRunner,
  type ResultSet,
  type Statement,
} from '#server/db/database.ts';
import { PipelinedQuery, type Step } from './pipelined-query.ts';
import { retryDeadlocks } from './retry-deadlocks.ts';
import { isFatal } from '#server/db/errors/is-fatal.ts';
import {
  type PipelineRule,
  type PoolLimits,
  type RequestConnection,
  RequestConnections,
  type RequestTicket,
} from './request-connections.ts';
import type { RequestKind } from '#server/fair-scheduler.ts';
import { StatementDurations } from './statement-durations.ts';
import {
  moreSettingsText,
  searchPathOf,
  settingsText,
  settingsValues,
} from './request-settings.ts';
import { encodeParameter } from './encode-parameter.ts';

export interface ClosableRunner extends RequestRunner {
  end(): Promise<void>;
}

/**
 * How long the server may exceed a statement's own time limit before the connection is discarded.
 */
const graceMs = 5_000;

/** A statement that usually takes longer leaves connections to others. */
const slowMs = 250;

/** The expected time of a statement that has not run yet. */
const newStatementMs = 20;

/** The most that a statement is expected to take, so that on a busy server long ones run, too. */
const maxExpectedMs = 100;

/** A read that last took longer has no other read sent behind it. */
const defaultQuickMs = 5;

/**
 * Creates a runner whose connections log in as `config.user` (authenticator). A read that last took
 * less than `quickMs` may have another one sent behind it on its connection.
 */
export function createRequestRunner(
  config: ClientConfig,
  limits: PoolLimits,
  quickMs = defaultQuickMs,
): ClosableRunner {
  const connections = new RequestConnections(config, limits);
  const durations = new StatementDurations();
  const canPipelineBehind: PipelineRule = ({ lastRead }) => lastRead?.isQuick(quickMs) === true;

  /**
   * Sends the steps, and discards the connection if its state is unknown. With `exclusive` false,
   * another request may be sent behind them.
   */
  async function send(
    connection: RequestConnection,
    steps: readonly Step[],
    timeLimitMs: number,
    exclusive = true,
  ): Promise<ResultSet> {
    const { queue, statements, rows } = connection;
    let timer: NodeJS.Timeout | undefined;
    const query = new PipelinedQuery(steps, statements.toClose, () => {
      rows.onRow = (cells) => query.addRow(cells);
      if (timeLimitMs === 0) return;
      timer = setTimeout(() => connections.discard(connection), timeLimitMs + graceMs);
    });
    statements.clearToClose();
    queue.send(query);
    connection.lastRead = exclusive ? null : query;
    if (!exclusive) connections.serveWaiting(connection);
    try {
      return await query.result;
    } catch (error) {
      const translated = toDatabaseError(error);
      if (translated instanceof DatabaseUnavailable) connections.discard(connection);
      throw translated;
    } finally {
      clearTimeout(timer);
      if (connection.lastRead === query) connection.lastRead = null;
    }
  }

  function buildSteps(
    connection: RequestConnection,
    settings: TransactionSettings,
    statement: Statement,
  ): Step[] {
    const searchPath = searchPathOf(settings.searchPath);
    const steps: Step[] = [
      sharedStep(connection, settingsText, settingsValues(settings, searchPath)),
    ];
    const { settings: moreSettings = [], before = null, isolation = null } = settings;
    if (moreSettings.length > 0) {
      const text = moreSettingsText(moreSettings.length);
      steps.unshift(sharedStep(connection, text, moreSettings.flat()));
    }
    // First of all: once a statement has taken a snapshot, the isolation level is fixed.
    if (isolation !== null) {
      steps.unshift(sharedStep(connection, `set transaction isolation level ${isolation}`));
    }
    if (before !== null) {
      const first = connection.statements.for(settings.role, searchPath, before);
      steps.push({ statement: first, values: [] });
    }
    const main = connection.statements.for(settings.role, searchPath, statement.text);
    steps.push({ statement: main, values: statement.values.map(encodeParameter) });
    return steps;
  }

  /**
   * Resets session state: role, settings, sequences and advisory locks. Temporary tables, LISTEN
   * and cursors need a new connection. Only functions leave such state, so plain reads skip this.
   */
  async function resetSession(connection: RequestConnection): Promise<void> {
    try {
      const steps = ['reset role', 'reset all', 'discard sequences', sessionStateQuery].map(
        (text) => sharedStep(connection, text),
      );
      const remaining = await send(connection, steps, graceMs);
      if (remaining.rows[0]?.[0] === 't') connections.discard(connection);
    } catch {
      connections.discard(connection);
    }
  }

  function createTicket({ caller, cost }: TransactionSettings, { text }: Statement): RequestTicket {
    const usualMs = durations.get(text);
    const expectedMs = Math.min(usualMs ?? newStatementMs, maxExpectedMs);
    let kind: RequestKind = 'quick';
    if (cost === 'long') kind = 'long';
    else if (cost === 'slow' || (usualMs ?? 0) >= slowMs) kind = 'slow';
    else if (cost === 'variable' || usualMs === undefined) kind = 'ordinary';
    return connections.createTicket(caller, kind, expectedMs);
  }

  async function withConnection<T>(
    settings: TransactionSettings,
    statement: Statement,
    rule: PipelineRule,
    work: (connection: RequestConnection) => Promise<T>,
  ): Promise<T> {
    const ticket = createTicket(settings, statement);
    const connection =
      connections.tryAcquire(ticket, rule) ?? (await connections.waitForConnection(ticket, rule));
    const startedAt = performance.now();
    try {
      return await retryDeadlocks(() => runWithFreshPlans(connection, work));
    } finally {
      const durationMs = performance.now() - startedAt;
      durations.record(statement.text, durationMs, settings.cost === 'steady');
      if (isPlainRead(settings)) connections.release(connection, ticket, durationMs);
      else {
        void resetSession(connection).then(() =>
          connections.release(connection, ticket, durationMs),
        );
      }
    }
  }

  return {
    run(settings, statement) {
      const exclusive =
        !isPlainRead(settings) || settings.cost === 'slow' || settings.cost === 'long';
      const rule = exclusive ? never : canPipelineBehind;
      return withConnection(settings, statement, rule, (connection) =>
        send(
          connection,
          buildSteps(connection, settings, statement),
          settings.statementTimeoutMs,
          exclusive,
        ),
      );
    },

    runRolledBack: (settings, statement) =>
      withConnection(settings, statement, never, async (connection) => {
        const sendSingle = (text: string, timeLimitMs: number) =>
          send(connection, [sharedStep(connection, text)], timeLimitMs);
        const steps = [
          sharedStep(connection, 'begin'),
          ...buildSteps(connection, settings, statement),
        ];
        const { statementTimeoutMs } = settings;
        try {
          const result = await send(connection, steps, statementTimeoutMs);
          await sendSingle('set constraints all immediate', statementTimeoutMs);
          return result;
        } finally {
          await sendSingle('rollback', graceMs).catch(() => connections.discard(connection));
        }
      }),

    end: () => connections.end(),
  };
}

/** Returns whether a request is a read that calls no function, and so leaves no session state. */
function isPlainRead({ readOnly, before, path }: TransactionSettings): boolean {
  return readOnly && before == null && !path.includes('/rpc/');
}

const never: PipelineRule = () => false;

const sessionStateQuery = `select pg_my_temp_schema() <> 0
  or exists (select from pg_listening_channels())
  or exists (select from pg_cursors where name <> '')
  or pg_advisory_unlock_all() is null`;

function sharedStep(
  connection: RequestConnection,
  text: string,
  values: Step['values'] = [],
): Step {
  return { statement: connection.statements.for('', '', text), values };
}

function toDatabaseError(error: unknown): DatabaseRefusal | DatabaseUnavailable {
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

/** Runs a transaction, and once more if the schema has changed under its prepared statements. */
async function runWithFreshPlans<Result>(
  connection: RequestConnection,
  work: (connection: RequestConnection) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(connection);
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    connection.statements.clear();
    return work(connection);
  }
}

/** Returns whether the schema changed under a prepared statement. */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof DatabaseRefusal)) return false;
  const { code, message } = error.refusal;
  return (
    code === '26000' || (code === '0A000' && message.startsWith('cached plan must not change'))
  );
}
