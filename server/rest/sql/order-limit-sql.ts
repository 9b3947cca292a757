/** WHERE, ORDER BY, LIMIT and OFFSET of a node. */
import type { Embed, PlannedField, PlannedOrder, ReadNode } from '#server/rest/plan/read-plan.ts';
import { refuse } from '#server/rest/rest-error.ts';
import { conditionSql, fieldSql } from './conditions.ts';
import { embeddedFrom } from './embedded-from.ts';
import { rowAsParent, type Parent, type SqlScope } from './sql-scope.ts';

/** Returns LIMIT and OFFSET if they may leave none of an embed's rows; other limits leave one. */
function limitThatEmptiesSql({ node, toOne }: Embed): string {
  return node.offset > 0 || node.limit === 0 ? limitSql(node, toOne) : '';
}

/** Whether the node has one row even over no rows: it only has counts and aggregates, no keys. */
function hasExactlyOneRow({ outputs, embeds }: ReadNode): boolean {
  return (
    outputs.every(({ kind }) => kind === 'count' || kind === 'aggregate') &&
    embeds.every(({ hidden, shape, node }) => {
      return hidden || (shape === 'spread' && node.grouped && hasExactlyOneRow(node));
    })
  );
}

function existsSql(embed: Embed, scope: SqlScope, parent: Parent): string {
  // Aggregates of a spread embed are computed by the parent, over the embed's plain rows.
  const isAggregated = !embed.hidden && (embed.shape === 'json' || !embed.node.grouped);
  if (isAggregated && hasExactlyOneRow(embed.node)) {
    return limitThatEmptiesSql(embed) === '' ? 'true' : 'false';
  }
  if (isAggregated && embed.node.grouped && embed.node.offset > 0) throw refuse.groupOffset();
  scope.parameters.countCondition();
  const from = embeddedFrom(embed, scope, parent);
  const where = whereSql([
    ...from.conditions,
    ...whereConditions(embed.node, from.scope, from.row),
  ]);
  return `EXISTS (SELECT 1 FROM ${from.sql}${where}${limitThatEmptiesSql(embed)})`;
}

/** Returns the conditions of a node: its filters, and a row for each of its `!inner` embeds. */
export function whereConditions(node: ReadNode, scope: SqlScope, row: string): string[] {
  const exists = (index: number) => {
    const embed = node.embeds[index];
    return embed === undefined ? 'false' : existsSql(embed, scope, rowAsParent(row));
  };
  return [
    ...node.where.map((condition) => conditionSql(row, condition, scope.parameters, exists)),
    ...innerJoinConditions(node, scope, rowAsParent(row)),
  ];
}

/** Returns a condition for each `!inner` embed: it has a row. */
export function innerJoinConditions(node: ReadNode, scope: SqlScope, parent: Parent): string[] {
  return node.embeds.filter(({ inner }) => inner).map((embed) => existsSql(embed, scope, parent));
}

/** The row that ORDER BY refers to: its fields, and the row itself as parent of embeds. */
export interface RowScope {
  field(field: PlannedField): string;
  readonly parent: Parent;
}

export function rowScopeOf(row: string): RowScope {
  return { field: (field) => fieldSql(row, field), parent: rowAsParent(row) };
}

/** Returns the terms of ORDER BY. `suffix` is the direction and the position of nulls. */
export function orderTerms(
  node: ReadNode,
  scope: SqlScope,
  rowScope: RowScope,
): readonly { readonly term: PlannedOrder; readonly sql: string; readonly suffix: string }[] {
  return node.order.map((term) => {
    const direction = term.direction === null ? '' : ` ${term.direction.toUpperCase()}`;
    const nulls = term.nulls === null ? '' : ` NULLS ${term.nulls.toUpperCase()}`;
    return { term, sql: orderTermSql(term, node, scope, rowScope), suffix: direction + nulls };
  });
}

function orderTermSql(
  term: PlannedOrder,
  node: ReadNode,
  scope: SqlScope,
  rowScope: RowScope,
): string {
  const embed = term.embed === null ? undefined : node.embeds[term.embed];
  if (embed === undefined) return rowScope.field(term.field);
  const from = embeddedFrom(embed, scope, rowScope.parent);
  const where = whereSql([
    ...from.conditions,
    ...whereConditions(embed.node, from.scope, from.row),
  ]);
  return `(SELECT ${fieldSql(from.row, term.field)} FROM ${from.sql}${where} LIMIT 1)`;
}

export function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** Returns LIMIT and OFFSET. A to-one resource has at most one row, whatever its limit. */
export function limitSql({ limit, offset }: ReadNode, toOne: boolean): string {
  const maxRows = toOne ? Math.min(limit ?? 1, 1) : limit;
  return (maxRows === null ? '' : ` LIMIT ${maxRows}`) + (offset > 0 ? ` OFFSET ${offset}` : '');
}

/** Returns ORDER BY, LIMIT and OFFSET. */
export function orderLimitSql(
  node: ReadNode,
  scope: SqlScope,
  rowScope: RowScope,
  toOne: boolean,
): string {
  const terms = orderTerms(node, scope, rowScope).map(({ sql, suffix }) => sql + suffix);
  const order = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  return order + limitSql(node, toOne);
}
