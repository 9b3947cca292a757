/** Runs the prepared statements. This is the only stage that uses the database. */
import type { TransactionSettings, RequestRunner, ResultSet } from '#server/db/database.ts';
import type { RowsResult } from './rows-result.ts';
import type { Prepared } from './prepare.ts';
import { refuse } from './rest-error.ts';
import { bindParameters } from './sql/parameters.ts';
import { exactUpTo } from './sql/total-sql.ts';

const emptyBody = new Uint8Array();
const lineEnd = Buffer.from('\n');

function readRows(result: ResultSet): RowsResult {
  const [total, rows, body, headers, status, affected, location, updated] = result.cells[0] ?? [];
  return {
    total: total == null ? null : Number(total),
    rows: Number(affected ?? rows ?? 0),
    body: body ?? emptyBody,
    headers: headers?.toString() ?? null,
    status: status?.toString() ?? null,
    location: location?.toString() ?? null,
    updated: Number(updated ?? 0) || 0,
  };
}

/** Reads an execution plan: each row is one line of it. */
function readPlan({ cells }: ResultSet): RowsResult {
  const lines = cells.flatMap(([line]) => (line == null ? [] : [line, lineEnd]));
  const body = Buffer.concat(lines.slice(0, -1));
  return { total: null, rows: 0, body, headers: null, status: null, location: null, updated: 0 };
}

/** Throws if a read breaks max-affected or a singular response. Writes check that in SQL. */
function checkResult({ plan, request }: Prepared, result: RowsResult): void {
  if (!plan.readOnly) return;
  if (plan.maxAffected !== null && plan.kind === 'call' && result.rows > plan.maxAffected) {
    throw refuse.maxAffected(result.rows);
  }
  const hasBody = plan.body.kind !== 'none' || request.headOnly;
  if (plan.singular && hasBody && result.rows !== 1) throw refuse.notSingular(result.rows);
}

function plannedRows(result: ResultSet): number {
  const text = result.rows[0]?.[0] ?? '';
  return Number(/"Plan Rows":\s*(\d+)/.exec(text)?.[1] ?? 0);
}

/** Adds the planner's estimate as the total if the statement returned none. */
async function withEstimate(
  runner: RequestRunner,
  settings: TransactionSettings,
  { plan, statements: { explain } }: Prepared,
  values: readonly string[],
  result: RowsResult,
): Promise<RowsResult> {
  if (explain === null || result.total !== null) return result;
  const statement = { text: explain.text, values: bindParameters(explain.sources, values, null) };
  const planned = plannedRows(await runner.run(settings, statement));
  return { ...result, total: Math.max(planned, exactUpTo(plan) + 1) };
}

/**
 * Runs the statement of a request. If `rollback` is true, its writes are rolled back. Throws a
 * RestError, or an error of the database.
 */
export async function execute(
  runner: RequestRunner,
  settings: TransactionSettings,
  prepared: Prepared,
  values: readonly string[],
  body: string | null,
  rollback: boolean,
): Promise<RowsResult> {
  const { text, sources } = prepared.statements.main;
  const statement = { text, values: bindParameters(sources, values, body) };
  const resultSet =
    rollback && !prepared.plan.readOnly
      ? await runner.runRolledBack(settings, statement)
      : await runner.run(settings, statement);
  if (prepared.plan.media.kind === 'plan') return readPlan(resultSet);
  const result = readRows(resultSet);
  checkResult(prepared, result);
  return withEstimate(runner, settings, prepared, values, result);
}
