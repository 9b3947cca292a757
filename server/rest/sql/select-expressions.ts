/** The select list of a node, without its embeds. */
import type { Output, PlannedField } from '#server/rest/plan/read-plan.ts';
import type { Relation } from '#server/rest/schema/schema-cache.ts';
import { fieldSql } from './conditions.ts';
import { castType, quoteIdentifier } from './identifiers.ts';
import type { SelectExpression } from './sql-scope.ts';

/** Returns the function that converts a column's domain to JSON; null if there is none. */
function outputFunction({ path, column }: PlannedField): string | null {
  return path.length === 0 ? (column?.toJson ?? null) : null;
}

/** Returns a field as the response has it: converted by its domain's function, if it has one. */
function outputSql(row: string, field: PlannedField): string {
  const sql = fieldSql(row, field);
  const convert = outputFunction(field);
  return convert === null ? sql : `${convert}(${sql})`;
}

function fieldExpression(row: string, field: PlannedField, cast: string | null): string {
  const sql = outputSql(row, field);
  return cast === null ? sql : `CAST(${sql} AS ${castType(cast)})`;
}

/** Returns the select list of a node. `expandStar` says whether `*` must be a list of columns. */
export function selectExpressions(
  outputs: readonly Output[],
  source: { readonly row: string; readonly relation: Relation | null },
  expandStar: boolean,
) {
  const { row, relation } = source;
  return outputs.flatMap((output): SelectExpression[] => {
    switch (output.kind) {
      case 'star': {
        const columns = [...(relation?.columns.values() ?? [])];
        if (!expandStar && columns.every(({ toJson }) => toJson === null)) {
          return [{ name: null, sql: `${row}.*`, aggregate: null }];
        }
        return columns.map((column) => {
          const sql = outputSql(row, { name: column.name, path: [], column, computed: null });
          const source = { field: { name: column.name, path: [] }, embed: null };
          const isJson = column.toJson !== null;
          return { name: column.name, sql, aggregate: null, isJson, source };
        });
      }
      case 'count':
        return [{ name: output.name, sql: 'count(*)', aggregate: null }];
      case 'aggregate': {
        const { name, field, cast, aggregate } = output;
        // `count()` counts a constant, which is null if a spread finds no row.
        const sql = field === null ? '1' : fieldExpression(row, field, cast);
        return [{ name, sql, aggregate }];
      }
      case 'field': {
        const { name, field, cast } = output;
        const sql = fieldExpression(row, field, cast);
        const source = cast === null ? { field, embed: null } : null;
        const isJson = source !== null && outputFunction(field) !== null;
        return [{ name, sql, aggregate: null, isJson, source }];
      }
    }
  });
}

/** Returns the expressions as SELECT lists them. */
export function selectListSql(expressions: readonly SelectExpression[]): string {
  return expressions
    .map(({ name, sql }) => (name === null ? sql : `${sql} AS ${quoteIdentifier(name)}`))
    .join(', ');
}
