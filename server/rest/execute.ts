/** Runs what was prepared. The only stage that knows a database. */
import {
  DatabaseBusy,
  DatabaseRefusal,
  DatabaseUnavailable,
  type RequestFrame,
  type RequestRunner,
  type ResultSet,
  type Statement,
} from '#server/db/database.ts';
import type { Answer } from './answer.ts';
import type { Prepared } from './prepare.ts';
import { fromRefusal } from './respond/postgres-error.ts';
import { refuse } from './rest-error.ts';
import { failedGuard } from './sql/guard.ts';
import { bindParameters } from './sql/parameters.ts';

const nothing = new Uint8Array();
const lineEnd = Buffer.from('\n');

function read(result: ResultSet): Answer {
  const [total, rows, body, headers, status, affected, location, updated] = result.cells[0] ?? [];
  return {
    total: total == null ? null : Number(total),
    rows: Number(affected ?? rows ?? 0),
    body: body ?? nothing,
    headers: headers?.toString() ?? null,
    status: status?.toString() ?? null,
    location: location?.toString() ?? null,
    updated: Number(updated ?? 0) || 0,
  };
}

/** PostgreSQL's plan: its lines are rows. */
function readPlan({ cells }: ResultSet): Answer {
  const lines = cells.flatMap(([line]) => (line == null ? [] : [line, lineEnd]));
  const body = Buffer.concat(lines.slice(0, -1));
  return { total: null, rows: 0, body, headers: null, status: null, location: null, updated: 0 };
}

function check({ plan, request }: Prepared, answer: Answer): void {
  if (!plan.readOnly) return;
  if (plan.maxAffected !== null && plan.kind === 'call' && answer.rows > plan.maxAffected) {
    throw refuse.maxAffected(answer.rows);
  }
  const single = plan.form.kind !== 'none' || request.headOnly;
  if (plan.singular && single && answer.rows !== 1) throw refuse.notSingular(answer.rows);
}

function plannedRows(result: ResultSet): number {
  const text = result.rows[0]?.[0] ?? '';
  return Number(/"Plan Rows":\s*(\d+)/.exec(text)?.[1] ?? 0);
}

/** count=planned asks the planner; count=estimated does where counting stopped. */
async function withEstimate(
  runner: RequestRunner,
  frame: RequestFrame,
  { plan, statements: { explain } }: Prepared,
  values: readonly string[],
  answer: Answer,
): Promise<Answer> {
  if (explain === null) return answer;
  const counted = answer.total ?? 0;
  if (plan.count === 'estimated' && counted <= plan.maxRows) return answer;
  const parameters = bindParameters(explain.sources, values, null);
  const planned = plannedRows(await runner.run(frame, { text: explain.text, values: parameters }));
  return { ...answer, total: Math.max(planned, counted) };
}

function fromDatabase(error: unknown, role: string): unknown {
  if (error instanceof DatabaseBusy) return refuse.databaseBusy();
  if (error instanceof DatabaseUnavailable) return refuse.databaseAway();
  if (!(error instanceof DatabaseRefusal)) return error;
  const guard = failedGuard(error.refusal.message);
  switch (guard?.kind) {
    case 'singular':
      return refuse.notSingular(guard.rows);
    case 'key-matches':
      return refuse.putPayload();
    case 'at-most':
      return refuse.maxAffected(guard.rows);
    case undefined:
      return fromRefusal(error.refusal, role);
  }
}

/** Thrown to undo what was done; its result is what is answered. */
class Undone extends Error {
  readonly result: ResultSet;
  constructor(result: ResultSet) {
    super('Undone as asked.');
    this.result = result;
  }
}

async function runUndone(
  runner: RequestRunner,
  frame: RequestFrame,
  statement: Statement,
): Promise<ResultSet> {
  try {
    return await runner.runChecked(frame, statement, (result) => {
      throw new Undone(result);
    });
  } catch (error) {
    if (error instanceof Undone) return error.result;
    throw error;
  }
}

/** `rollback`: whether all that is done is to be undone. */
export async function execute(
  runner: RequestRunner,
  frame: RequestFrame,
  prepared: Prepared,
  values: readonly string[],
  body: string | null,
  rollback: boolean,
): Promise<Answer> {
  const { text, sources } = prepared.statements.main;
  const statement = { text, values: bindParameters(sources, values, body) };
  try {
    const undo = rollback && !prepared.plan.readOnly;
    const result = undo
      ? await runUndone(runner, frame, statement)
      : await runner.run(frame, statement);
    if (prepared.plan.media.kind === 'plan') return readPlan(result);
    const answer = read(result);
    check(prepared, answer);
    return await withEstimate(runner, frame, prepared, values, answer);
  } catch (error) {
    throw fromDatabase(error, frame.role);
  }
}
