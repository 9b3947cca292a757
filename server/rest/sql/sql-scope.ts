import { quoteIdentifier, quoteName } from './identifiers.ts';
import type { Parameters } from './parameters.ts';
import type { Aggregate, PlannedField } from '#server/rest/plan/read-plan.ts';
import type { ResponseBody } from '#server/rest/plan/response-body.ts';
import type { QualifiedName, SchemaCache } from '#server/rest/schema/schema-cache.ts';

/** The quoted names in scope around a subquery. The subquery must not reuse them. */
export interface SqlScope {
  readonly schema: SchemaCache;
  readonly parameters: Parameters;
  readonly names: readonly string[];
  readonly depth: number;
  /** Whether rows become text (CSV, media type handlers). Embeds are JSONB then, as in PostgREST. */
  readonly rowsAsText: boolean;
}

/** SQL expressions for the parent's columns, for the join of an embed. */
export interface Parent {
  column(name: string): string;
  /** The whole row as a row of this relation, for computed relationships. */
  row(type: QualifiedName): string;
}

/** Returns `wanted`, quoted, with a number appended if the scope has that name. */
export function freeName(scope: SqlScope, wanted: string): string {
  let name = quoteIdentifier(wanted);
  for (let count = 2; scope.names.includes(name); count += 1) {
    name = quoteIdentifier(`${wanted}_${count}`);
  }
  return name;
}

export function withName(scope: SqlScope, name: string): SqlScope {
  return { ...scope, names: [...scope.names, name] };
}

/**
 * Returns a row in scope as a value. Rows of a WITH query are of no type, and a column may have the
 * name of the row.
 */
export function wholeRow(row: string, { schema, name }: QualifiedName): string {
  return `(${row}.*)::${quoteName(schema, name)}`;
}

/** Returns a row that is directly in scope as a parent. */
export function rowAsParent(row: string): Parent {
  return {
    column: (name) => `${row}.${quoteIdentifier(name)}`,
    row: (type) => wholeRow(row, type),
  };
}

/** Returns the scope at the top level of a statement. */
export function topScope(
  schema: SchemaCache,
  parameters: Parameters,
  names: readonly string[],
  body: ResponseBody,
): SqlScope {
  const encoding = body.kind === 'none' ? null : body.encoding.kind;
  const rowsAsText = encoding === 'csv' || encoding === 'handler';
  return { schema, parameters, names, depth: 0, rowsAsText };
}

/** One expression of a select list. */
export interface SelectExpression {
  /** The key in the response; null for a `*` that only PostgreSQL can expand. */
  readonly name: string | null;
  readonly sql: string;
  /** The aggregate applied to it over all rows of a group. */
  readonly aggregate: Aggregate | null;
  /** Whether it is JSON of an embed or a domain: that is compared as JSONB. */
  readonly isJson?: boolean;
  /** The field that it selects unchanged. An order finds the group's key by it. */
  readonly source?: ExpressionSource | null;
}

interface ExpressionSource {
  readonly field: Pick<PlannedField, 'name' | 'path'>;
  /** The index of the spread embed that has the field; null for a field of the node itself. */
  readonly embed: number | null;
}
