import type { Embed } from '#server/rest/plan/read-plan.ts';
import type { ColumnPairs } from '#server/rest/schema/schema-cache.ts';
import { quoteIdentifier, quoteName, truncateName } from './identifiers.ts';
import { freeName, withName, type Parent, type SqlScope } from './sql-scope.ts';

function joinConditions(pairs: ColumnPairs, parent: Parent, row: string): string[] {
  return pairs.map(([other, own]) => `${row}.${quoteIdentifier(own)} = ${parent.column(other)}`);
}

interface EmbeddedFrom {
  readonly row: string;
  readonly sql: string;
  readonly conditions: readonly string[];
  readonly scope: SqlScope;
}

/** Returns FROM and the join conditions of an embedded resource. */
export function embeddedFrom(embed: Embed, scope: SqlScope, parent: Parent): EmbeddedFrom {
  const { relationship } = embed;
  const row = freeName(scope, `${truncateName(relationship.target.name)}_${scope.depth + 1}`);
  const inner = { ...withName(scope, row), depth: scope.depth + 1 };
  const target = quoteName(relationship.target.schema, relationship.target.name);
  if (relationship.kind === 'computed') {
    const { schema, name } = relationship.routine;
    return {
      row,
      sql: `${quoteName(schema, name)}(${parent.row(relationship.origin)}) AS ${row}`,
      conditions: [],
      scope: inner,
    };
  }
  if (relationship.kind !== 'many-to-many') {
    const conditions = joinConditions(relationship.columns, parent, row);
    return { row, sql: `${target} AS ${row}`, conditions, scope: inner };
  }
  const junction = freeName(
    inner,
    `${truncateName(relationship.junction.name)}_${scope.depth + 1}_via`,
  );
  const via = quoteName(relationship.junction.schema, relationship.junction.name);
  return {
    row,
    sql: `${target} AS ${row}, ${via} AS ${junction}`,
    conditions: [
      ...joinConditions(relationship.originColumns, parent, junction),
      ...relationship.targetColumns.map(
        ([own, other]) => `${row}.${quoteIdentifier(other)} = ${junction}.${quoteIdentifier(own)}`,
      ),
    ],
    scope: withName(inner, junction),
  };
}
