/**
 * Builds the query of a read plan. A base query filters, orders and limits the rows first. Embeds
 * are subqueries per remaining row, so their cost grows with the response and not with the table.
 */
import type { Embed, ReadNode } from '#server/rest/plan/read-plan.ts';
import type { Relation } from '#server/rest/schema/schema-cache.ts';
import { fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { groupedSql } from './group-sql.ts';
import { ProjectedColumns } from './projected-columns.ts';
import { selectListSql, selectExpressions } from './select-expressions.ts';
import {
  freeName,
  withName,
  type Parent,
  type SelectExpression,
  type SqlScope,
} from './sql-scope.ts';
import {
  orderLimitSql,
  innerJoinConditions,
  rowScopeOf,
  whereConditions,
  whereSql,
  type RowScope,
} from './order-limit-sql.ts';

/** The source of a node's rows. */
export interface RowSource {
  /** The item of FROM. */
  readonly from: string;
  /** The quoted name of the row. */
  readonly row: string;
  readonly join: readonly string[];
  /** The relation that the row belongs to, if known. It expands `*` beside embeds. */
  readonly relation: Relation | null;
  readonly toOne: boolean;
}

interface OuterExpressions {
  readonly expressions: readonly SelectExpression[];
  readonly laterals: string;
}

function embedSource(embed: Embed, scope: SqlScope, parent: Parent) {
  const from = embeddedFrom(embed, scope, parent);
  const { schema, name } = embed.relationship.target;
  const source: RowSource = {
    from: from.sql,
    row: from.row,
    join: from.conditions,
    relation: scope.schema.relation(schema, name) ?? null,
    toOne: embed.toOne,
  };
  return { source, inner: from.scope };
}

function jsonEmbedExpression(embed: Embed, scope: SqlScope, parent: Parent): SelectExpression {
  const { source, inner } = embedSource(embed, scope, parent);
  const name = `_r${scope.depth}`;
  const rows = `(${nodeSql(embed.node, source, inner)}) AS ${name}`;
  const json = embed.toOne
    ? `(SELECT row_to_json(${name}.*) FROM ${rows})`
    : `(SELECT coalesce(json_agg(${name}.*), '[]') FROM ${rows})`;
  const value = scope.rowsAsText ? `${json}::jsonb` : json;
  return { name: embed.name, sql: value, aggregate: null, isJson: true };
}

/** Returns a spread embed's columns as expressions of the parent; those of a to-many are lists. */
function spreadEmbed(
  embed: Embed,
  scope: SqlScope,
  parent: Parent,
  index: number,
): OuterExpressions {
  const { source, inner } = embedSource(embed, scope, parent);
  const { sql, expressions } = numberedColumnsSql(embed.node, source, inner, true);
  const spread = freeName(scope, `_s${scope.depth}_${index}`);
  const columns = expressions.map((expression, column): SelectExpression => {
    const { name, aggregate, source: field } = expression;
    const isJson = expression.isJson === true || !embed.toOne;
    const source = field?.embed === null ? { ...field, embed: index } : null;
    return { name, sql: `${spread}._${column + 1}`, aggregate, isJson, source };
  });
  if (embed.toOne) {
    return { expressions: columns, laterals: ` LEFT JOIN LATERAL (${sql}) AS ${spread} ON true` };
  }
  const item = freeName(scope, `_i${scope.depth}_${index}`);
  const lists = expressions.map((_, column) => {
    return `coalesce(json_agg(${item}._${column + 1}), '[]') AS _${column + 1}`;
  });
  const all = `SELECT ${lists.join(', ') || '1'} FROM (${sql}) AS ${item}`;
  return { expressions: columns, laterals: ` LEFT JOIN LATERAL (${all}) AS ${spread} ON true` };
}

/**
 * Returns the select list over the projected columns. `*` is expanded, so that columns projected
 * only for a join don't get into the response.
 */
function outerExpressions(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'relation'>,
  projected: ProjectedColumns,
  scope: SqlScope,
): OuterExpressions {
  const expressions = selectExpressions(node.outputs, source, true).map(
    (expression): SelectExpression => {
      return { ...expression, sql: projected.add(expression.sql) };
    },
  );
  const parent = projected.asParent();
  let laterals = '';
  for (const [index, embed] of node.embeds.entries()) {
    if (embed.hidden) continue;
    if (embed.shape === 'json') {
      expressions.push(jsonEmbedExpression(embed, scope, parent));
    } else {
      const spread = spreadEmbed(embed, scope, parent, index);
      expressions.push(...spread.expressions);
      laterals += spread.laterals;
    }
  }
  return { expressions, laterals };
}

function nodeWhereSql(node: ReadNode, source: RowSource, scope: SqlScope): string {
  return whereSql([...source.join, ...whereConditions(node, scope, source.row)]);
}

interface BaseQuery {
  /** The quoted name of the base query. */
  readonly base: string;
  readonly projected: ProjectedColumns;
  readonly expressions: readonly SelectExpression[];
  /** Returns the base query and the laterals over it. `rest` is all that follows its FROM. */
  readonly fromSql: (rest: string) => string;
}

/** Starts the query of a node: the base query selects its rows, and embeds are joined to them. */
function baseQuery(node: ReadNode, source: RowSource, scope: SqlScope): BaseQuery {
  const base = freeName(scope, `_b${scope.depth}`);
  const projected = new ProjectedColumns(source.row, base);
  const inner = withName(scope, base);
  const { expressions, laterals } = outerExpressions(node, source, projected, inner);
  return {
    base,
    projected,
    expressions,
    fromSql: (rest) =>
      `(SELECT ${projected.selectListSql()} FROM ${source.from}${rest}) AS ${base}${laterals}`,
  };
}

/**
 * Returns the query for a node's rows with its expressions as `_1`, `_2`, …. `ordered` says
 * whether it has ORDER BY, LIMIT and OFFSET.
 */
function numberedColumnsSql(
  node: ReadNode,
  source: RowSource,
  scope: SqlScope,
  ordered: boolean,
): { sql: string; expressions: readonly SelectExpression[] } {
  const { expressions, fromSql } = baseQuery(node, source, scope);
  const where = nodeWhereSql(node, source, scope);
  const rest = ordered ? orderLimitSql(node, scope, rowScopeOf(source.row), source.toOne) : '';
  const list = expressions.map(({ sql }, index) => `${sql} AS _${index + 1}`).join(', ');
  return {
    sql: `SELECT ${list} FROM ${fromSql(where + rest)}`,
    expressions,
  };
}

/** Returns the query for a grouped node: a subquery for its rows, then GROUP BY over them. */
function groupedNodeSql(node: ReadNode, source: RowSource, scope: SqlScope): string {
  const { base, projected, expressions, fromSql } = baseQuery(node, source, scope);
  const rowScope: RowScope = {
    field: (field) => projected.add(fieldSql(source.row, field)),
    parent: projected.asParent(),
  };
  const group = groupedSql(node, expressions, rowScope, withName(scope, base), source.toOne);
  return group.over(fromSql(nodeWhereSql(node, source, scope)));
}

/** Returns the query for a node's rows with its embeds, under the keys of the response. */
export function nodeSql(node: ReadNode, source: RowSource, scope: SqlScope): string {
  if (node.grouped) return groupedNodeSql(node, source, scope);
  const visible = node.embeds.filter(({ hidden }) => !hidden);
  const where = nodeWhereSql(node, source, scope);
  const rest = where + orderLimitSql(node, scope, rowScopeOf(source.row), source.toOne);
  if (visible.length === 0) {
    return `SELECT ${selectListSql(selectExpressions(node.outputs, source, false))} FROM ${source.from}${rest}`;
  }
  const { expressions, fromSql } = baseQuery(node, source, scope);
  return `SELECT ${selectListSql(expressions)} FROM ${fromSql(rest)}`;
}

/**
 * Returns the query for the representation of written rows. `rows` names them in FROM; they have
 * the projected columns. The write applied the filters: only `!inner`, order and groups are left.
 */
export function representationSql(
  node: ReadNode,
  source: Pick<RowSource, 'row' | 'relation'>,
  projected: ProjectedColumns,
  rows: string,
  scope: SqlScope,
): string {
  const inner = withName(scope, projected.base);
  const { expressions, laterals } = outerExpressions(node, source, projected, inner);
  const parent = projected.asParent();
  const rowScope: RowScope = {
    field: (field) => projected.add(fieldSql(source.row, field)),
    parent,
  };
  const where = whereSql(innerJoinConditions(node, inner, parent));
  const from = `${rows} AS ${projected.base}${laterals}${where}`;
  if (node.grouped) return groupedSql(node, expressions, rowScope, inner, false).over(from);
  const orderLimit = orderLimitSql(node, inner, rowScope, false);
  return `SELECT ${selectListSql(expressions)} FROM ${from}${orderLimit}`;
}

/** Returns `FROM … WHERE …` of the node alone, for counting. */
export function fromWhereSql(node: ReadNode, source: RowSource, scope: SqlScope): string {
  return `FROM ${source.from}${nodeWhereSql(node, source, scope)}`;
}
