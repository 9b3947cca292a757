/** Builds the statements of a plan: their text and the sources of their parameters. */
import type { Plan } from '#server/rest/plan/plan.ts';
import type { ReadNode } from '#server/rest/plan/read-plan.ts';
import type { Relation, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { resultSql } from './result-sql.ts';
import { callFromSql } from './call-sql.ts';
import { guardSql, type Guard } from './guard.ts';
import { ProjectedColumns } from './projected-columns.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';
import { Parameters, type ParameterSource } from './parameters.ts';
import { fromWhereSql, nodeSql, representationSql, type RowSource } from './read-sql.ts';
import { topScope } from './sql-scope.ts';
import { whereConditions } from './order-limit-sql.ts';
import { totalSql } from './total-sql.ts';
import { writeSql } from './write-sql.ts';

interface StatementText {
  readonly text: string;
  readonly sources: readonly ParameterSource[];
}

export interface Statements {
  readonly main: StatementText;
  /** Asks for the planner's estimate: count=planned and estimated, if the role bypasses RLS. */
  readonly explain: StatementText | null;
}

function readStatements(
  node: ReadNode,
  relation: Relation,
  plan: Plan,
  schema: SchemaCache,
): Statements {
  const source: RowSource = {
    from: quoteName(relation.schema, relation.name),
    row: quoteIdentifier(relation.name),
    join: [],
    relation,
    toOne: false,
  };
  const parameters = new Parameters();
  const scope = topScope(schema, parameters, [source.row], plan.body);
  const rows = nodeSql(node, source, scope);
  const total = totalSql(plan, fromWhereSql(node, source, scope));
  const text = resultSql(rows, plan.body, total);
  let explain: StatementText | null = null;
  if (plan.count === 'planned' || plan.count === 'estimated') {
    const explainParameters = new Parameters();
    const explainScope = topScope(schema, explainParameters, [source.row], plan.body);
    const fromWhere = fromWhereSql(node, source, explainScope);
    explain = {
      text: `EXPLAIN (FORMAT JSON) SELECT 1 ${fromWhere}`,
      sources: explainParameters.sources,
    };
  }
  return { main: { text, sources: parameters.sources }, explain };
}

/** Returns the guards of a write. A read needs none: execute.ts checks its result. */
function writeGuards(plan: Plan): Guard[] {
  const guards: Guard[] = [];
  if (plan.readOnly) return guards;
  if (plan.kind === 'write' && plan.write.kind === 'insert' && plan.write.only.length > 0) {
    guards.push({ kind: 'key-matches' });
  }
  if (plan.maxAffected !== null) guards.push({ kind: 'at-most', rows: plan.maxAffected });
  if (plan.singular) guards.push({ kind: 'singular' });
  return guards;
}

function writeStatements(plan: Extract<Plan, { kind: 'write' }>, schema: SchemaCache): Statements {
  const { relation, write, node } = plan;
  const parameters = new Parameters();
  const row = quoteIdentifier(relation.name);
  const scope = topScope(schema, parameters, [row], plan.body);
  const projected = new ProjectedColumns(row, '_w');
  // `!inner` limits the representation, not the written rows.
  const target = { ...node, embeds: node.embeds.map((embed) => ({ ...embed, inner: false })) };
  const conditions = write.kind === 'insert' ? [] : whereConditions(target, scope, row);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const isNoop = write.kind === 'update' && write.columns.length === 0;
  const statement = isNoop ? '' : writeSql(write, relation, where, parameters);
  const rows = plan.returns
    ? representationSql(node, { row, relation }, projected, 'pgrst_written', scope)
    : 'SELECT FROM pgrst_written AS _w';
  const keys = plan.location
    ? relation.primaryKey.map((name) => projected.add(`${row}.${quoteIdentifier(name)}`))
    : [];
  const location =
    keys.length === 0
      ? `null`
      : `(SELECT json_build_array(${keys.map((key) => `${key}::text`).join(', ')}) FROM pgrst_written AS _w LIMIT 1)`;
  const guard = guardSql(writeGuards(plan), '(SELECT count(*) FROM pgrst_written)');
  const extra = `, (SELECT count(*) FROM pgrst_written) AS affected, ${location} AS location, current_setting('pgrst.updated', true) AS updated, ${guard} AS guard`;
  const written = isNoop
    ? `SELECT ${projected.selectListSql()} FROM ${quoteName(relation.schema, relation.name)}${where === '' ? ' WHERE' : `${where} AND`} false`
    : `${statement} RETURNING ${projected.selectListSql()}`;
  const text = `WITH pgrst_written AS (${written}) ${resultSql(rows, plan.body, null, extra)}`;
  return { main: { text, sources: parameters.sources }, explain: null };
}

function callStatements(plan: Extract<Plan, { kind: 'call' }>, schema: SchemaCache): Statements {
  const parameters = new Parameters();
  const { from, row } = callFromSql(plan.call, parameters);
  const scope = topScope(schema, parameters, [row, '"pgrst_args"', '"pgrst_call"'], plan.body);
  const source: RowSource = { from, row, join: [], relation: plan.relation, toOne: false };
  const guards = writeGuards(plan);
  const extra =
    guards.length === 0
      ? ''
      : `, null AS affected, null AS location, null AS updated, ${guardSql(guards, 'count(*)')} AS guard`;
  // If rows are counted, the function is still called once: a WITH query holds its rows.
  const counted = plan.count !== null;
  const read = counted ? { ...source, from: `pgrst_called AS ${row}` } : source;
  const rows =
    plan.node === null
      ? `SELECT ${row}.* FROM ${read.from}${plan.limitOffsetSql}`
      : nodeSql(plan.node, read, scope);
  const all = plan.node === null ? `FROM ${read.from}` : fromWhereSql(plan.node, read, scope);
  const total = counted ? `(SELECT count(*) ${all})` : null;
  const called = `WITH pgrst_called AS MATERIALIZED (SELECT ${row}.* FROM ${from}) `;
  const text = (counted ? called : '') + resultSql(rows, plan.body, total, extra);
  return { main: { text, sources: parameters.sources }, explain: null };
}

/** Returns the statements of a plan, behind EXPLAIN if the client wants the execution plan. */
export function buildStatements(plan: Plan, schema: SchemaCache): Statements {
  const statements = requestStatements(plan, schema);
  if (plan.media.kind !== 'plan') return statements;
  const { format, options } = plan.media;
  const explainOptions = [
    `FORMAT ${format.toUpperCase()}`,
    ...options.map((option) => option.toUpperCase()),
  ];
  const { text, sources } = statements.main;
  return {
    main: { text: `EXPLAIN (${explainOptions.join(', ')}) ${text}`, sources },
    explain: null,
  };
}

function requestStatements(plan: Plan, schema: SchemaCache): Statements {
  switch (plan.kind) {
    case 'read':
      return readStatements(plan.node, plan.relation, plan, schema);
    case 'write':
      return writeStatements(plan, schema);
    case 'call':
      return callStatements(plan, schema);
  }
}
