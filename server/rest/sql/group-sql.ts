/** GROUP BY: aggregates over the rows that are equal in all other selected columns. */
import { isDeepStrictEqual } from 'node:util';
import type { PlannedOrder, ReadNode } from '#server/rest/plan/read-plan.ts';
import { castType, quoteIdentifier } from './identifiers.ts';
import { freeName, type SelectExpression, type SqlScope } from './sql-scope.ts';
import { limitSql, orderTerms, type RowScope } from './order-limit-sql.ts';

interface GroupQuery {
  /** Returns the whole query over the rows of a FROM clause. */
  over(from: string): string;
}

/** JSON has no equality, JSONB does. */
function comparable({ sql, aggregate, isJson }: SelectExpression): string {
  return isJson === true && aggregate === null ? `(${sql})::jsonb` : sql;
}

/** Whether the order names this column of a spread resource. */
function isOrderedBy(
  { source, aggregate }: SelectExpression,
  { embed, field }: PlannedOrder,
): boolean {
  if (source == null || source.embed !== embed || aggregate !== null) return false;
  return isDeepStrictEqual([source.field.name, source.field.path], [field.name, field.path]);
}

/** Returns the query that groups a node's rows by all its non-aggregate expressions. */
export function groupedSql(
  node: ReadNode,
  expressions: readonly SelectExpression[],
  rowScope: RowScope,
  scope: SqlScope,
  toOne: boolean,
): GroupQuery {
  const group = freeName(scope, `_g${scope.depth}`);
  const inner = expressions.map(comparable);
  const outputs = expressions.map(({ name, aggregate }, index) => {
    const column = `${group}._${index + 1}`;
    const value = aggregate === null ? column : `${aggregate.apply}(${column})`;
    const cast = aggregate?.cast == null ? value : `CAST(${value} AS ${castType(aggregate.cast)})`;
    return `${cast} AS ${quoteIdentifier(name ?? '')}`;
  });
  const keys = expressions.flatMap(({ aggregate }, index) =>
    aggregate === null ? [`${group}._${index + 1}`] : [],
  );
  // Groups can only be ordered by their keys: PostgreSQL refuses anything else (42803).
  const terms = orderTerms(node, scope, rowScope).map(({ term, sql, suffix }) => {
    const existing = expressions.findIndex((expression) =>
      term.embed === null
        ? expression.aggregate === null && expression.sql === sql
        : isOrderedBy(expression, term),
    );
    const index = existing < 0 ? inner.push(sql) - 1 : existing;
    return `${group}._${index + 1}${suffix}`;
  });
  const list = inner.map((sql, index) => `${sql} AS _${index + 1}`).join(', ');
  const groupBy = keys.length === 0 ? '' : ` GROUP BY ${keys.join(', ')}`;
  const order = terms.length === 0 ? '' : ` ORDER BY ${terms.join(', ')}`;
  return {
    over: (from) =>
      `SELECT ${outputs.join(', ')} FROM (SELECT ${list} FROM ${from}) AS ${group}${groupBy}${order}${limitSql(node, toOne)}`,
  };
}
