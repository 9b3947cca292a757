/** Writes the statement of a plan. Takes no value and no connection: text and where its parameters come from. */
import type { Plan } from '#server/rest/plan/plan.ts';
import type { ReadNode } from '#server/rest/plan/read-plan.ts';
import type { Relation, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { answerSql } from './answer-sql.ts';
import { callFrom } from './call-sql.ts';
import { guardSql, type Guard } from './guard.ts';
import { Handed } from './handed.ts';
import { quoteIdentifier, quoteName } from './identifiers.ts';
import { Parameters, type ParameterSource } from './parameters.ts';
import {
  countedSql,
  nodeSql,
  representationSql,
  type RelationOf,
  type RowSource,
} from './read-sql.ts';
import { topPlace } from './scope.ts';
import { whereOf } from './tail-sql.ts';
import { writeSql } from './write-sql.ts';

interface StatementText {
  readonly text: string;
  readonly sources: readonly ParameterSource[];
}

export interface Statements {
  readonly main: StatementText;
  /** Asks the planner how many rows there are, for count=planned and estimated. */
  readonly explain: StatementText | null;
}

function explainSql(counted: string, parameters: Parameters): StatementText {
  return {
    text: `EXPLAIN (FORMAT JSON) SELECT 1 ${counted}`,
    sources: parameters.sources,
  };
}

/** count=estimated counts exactly, but no further than an answer may reach; beyond that the planner is asked. */
function totalSql(count: Plan['count'], counted: string, maxRows: number): string | null {
  if (count === 'exact') return `(SELECT count(*) ${counted})`;
  if (count !== 'estimated') return null;
  return `(SELECT count(*) FROM (SELECT 1 ${counted} LIMIT ${maxRows + 1}) AS counted)`;
}

function readStatements(
  node: ReadNode,
  relation: Relation,
  plan: Plan,
  known: RelationOf,
): Statements {
  const source: RowSource = {
    from: quoteName(relation.schema, relation.name),
    row: quoteIdentifier(relation.name),
    join: [],
    relation,
    toOne: false,
  };
  const parameters = new Parameters();
  const place = topPlace(parameters, [source.row]);
  const rows = nodeSql(node, source, place, known);
  const total = totalSql(plan.count, countedSql(node, source, place), plan.maxRows);
  const text = answerSql(rows, plan.form, total);
  let explain: StatementText | null = null;
  if (plan.count === 'planned' || plan.count === 'estimated') {
    const own = new Parameters();
    explain = explainSql(countedSql(node, source, topPlace(own, [source.row])), own);
  }
  return { main: { text, sources: parameters.sources }, explain };
}

/** What must hold for a write to stand; what only reads is judged by its answer. */
function guardsOf(plan: Plan): Guard[] {
  const guards: Guard[] = [];
  if (plan.readOnly) return guards;
  if (plan.kind === 'write' && plan.write.kind === 'insert' && plan.write.only.length > 0) {
    guards.push({ kind: 'key-matches' });
  }
  if (plan.maxAffected !== null) guards.push({ kind: 'at-most', rows: plan.maxAffected });
  if (plan.singular) guards.push({ kind: 'singular' });
  return guards;
}

function writeStatements(plan: Extract<Plan, { kind: 'write' }>, known: RelationOf): Statements {
  const { relation, write, node } = plan;
  const parameters = new Parameters();
  const row = quoteIdentifier(relation.name);
  const place = topPlace(parameters, [row]);
  const handed = new Handed(row, '_w');
  // `!inner` narrows what comes back, not what is written.
  const outer = { ...node, embeds: node.embeds.map((embed) => ({ ...embed, inner: false })) };
  const conditions = write.kind === 'insert' ? [] : whereOf(outer, place, row);
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const nothing = write.kind === 'update' && write.columns.length === 0;
  const writing = nothing ? '' : writeSql(write, relation, where, parameters);
  const rows = plan.returns
    ? representationSql(node, { row, relation }, handed, 'pgrst_written', place, known)
    : { sql: 'SELECT FROM pgrst_written AS _w', names: [] };
  const keys = plan.location
    ? relation.primaryKey.map((name) => handed.take(`${row}.${quoteIdentifier(name)}`))
    : [];
  const location =
    keys.length === 0
      ? `null`
      : `(SELECT json_build_array(${keys.map((key) => `${key}::text`).join(', ')}) FROM pgrst_written AS _w LIMIT 1)`;
  const guard = guardSql(guardsOf(plan), '(SELECT count(*) FROM pgrst_written)');
  const extra = `, (SELECT count(*) FROM pgrst_written) AS affected, ${location} AS location, current_setting('pgrst.updated', true) AS updated, ${guard} AS guard`;
  const written = nothing
    ? `SELECT ${handed.list()} FROM ${quoteName(relation.schema, relation.name)}${where === '' ? ' WHERE' : `${where} AND`} false`
    : `${writing} RETURNING ${handed.list()}`;
  const text = `WITH pgrst_written AS (${written}) ${answerSql(rows, plan.form, null, extra)}`;
  return { main: { text, sources: parameters.sources }, explain: null };
}

function callStatements(plan: Extract<Plan, { kind: 'call' }>, known: RelationOf): Statements {
  const parameters = new Parameters();
  const { from, row } = callFrom(plan.call, parameters);
  const place = topPlace(parameters, [row, '"pgrst_args"', '"pgrst_call"']);
  const source: RowSource = { from, row, join: [], relation: plan.relation, toOne: false };
  const guards = guardsOf(plan);
  const extra =
    guards.length === 0
      ? ''
      : `, null AS affected, null AS location, null AS updated, ${guardSql(guards, 'count(*)')} AS guard`;
  // To be counted, it is called once, and read from what it returned.
  const counted = plan.count !== null;
  const read = counted ? { ...source, from: `pgrst_called AS ${row}` } : source;
  const rows =
    plan.node === null
      ? { sql: `SELECT ${row}.* FROM ${read.from}${plan.tail}`, names: ['pgrst_scalar'] }
      : nodeSql(plan.node, read, place, known);
  const all = plan.node === null ? `FROM ${read.from}` : countedSql(plan.node, read, place);
  const total = counted ? `(SELECT count(*) ${all})` : null;
  const called = `WITH pgrst_called AS MATERIALIZED (SELECT ${row}.* FROM ${from}) `;
  const text = (counted ? called : '') + answerSql(rows, plan.form, total, extra);
  return { main: { text, sources: parameters.sources }, explain: null };
}

/** The statement, or the question how it would be executed. */
export function buildStatements(plan: Plan, schema: SchemaCache): Statements {
  const statements = answerStatements(plan, schema);
  if (plan.media.kind !== 'plan') return statements;
  const { format, options } = plan.media;
  const words = [
    `FORMAT ${format.toUpperCase()}`,
    ...options.map((option) => option.toUpperCase()),
  ];
  const { text, sources } = statements.main;
  return { main: { text: `EXPLAIN (${words.join(', ')}) ${text}`, sources }, explain: null };
}

function answerStatements(plan: Plan, schema: SchemaCache): Statements {
  const known: RelationOf = (name, relation) => schema.relation(name, relation) ?? null;
  switch (plan.kind) {
    case 'read':
      return readStatements(plan.node, plan.relation, plan, known);
    case 'write':
      return writeStatements(plan, known);
    case 'call':
      return callStatements(plan, known);
  }
}
