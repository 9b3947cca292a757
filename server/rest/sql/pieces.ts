/** What a node shows of its rows, without what is embedded. */
import type { Output, PlannedField } from '#server/rest/plan/read-plan.ts';
import type { Relation } from '#server/rest/schema/schema-cache.ts';
import { fieldSql } from './conditions.ts';
import { castType, quoteIdentifier } from './identifiers.ts';
import type { Piece } from './scope.ts';

/** A field as it is shown: through the function of its domain, where it has one. */
function shownField(row: string, field: PlannedField): string {
  const sql = fieldSql(row, field);
  const by = field.path.length === 0 ? (field.column?.toJson ?? null) : null;
  return by === null ? sql : `${by}(${sql})`;
}

function fieldExpression(row: string, field: PlannedField, cast: string | null): string {
  const sql = shownField(row, field);
  return cast === null ? sql : `CAST(${sql} AS ${castType(cast)})`;
}

/** `spell`: whether `*` must be spelled out. */
export function plainPieces(
  outputs: readonly Output[],
  source: { readonly row: string; readonly relation: Relation | null },
  spell: boolean,
) {
  const { row, relation } = source;
  return outputs.flatMap((output): Piece[] => {
    switch (output.kind) {
      case 'star': {
        const columns = [...(relation?.columns.values() ?? [])];
        if (!spell && columns.every(({ toJson }) => toJson === null)) {
          return [{ name: null, sql: `${row}.*`, aggregate: null }];
        }
        return columns.map((column) => {
          const sql = shownField(row, { name: column.name, path: [], column });
          return { name: column.name, sql, aggregate: null };
        });
      }
      case 'count':
        return [{ name: output.name, sql: 'count(*)', aggregate: null }];
      case 'aggregate': {
        const { name, field, cast, aggregate } = output;
        // Without a column its row is counted: so that where a spread finds none, none is.
        const sql = field === null ? '1' : fieldExpression(row, field, cast);
        return [{ name, sql, aggregate }];
      }
      case 'field': {
        const { name, field, cast } = output;
        return [{ name, sql: fieldExpression(row, field, cast), aggregate: null }];
      }
    }
  });
}

/** As SELECT lists them. */
export function listed(pieces: readonly Piece[]): string {
  return pieces
    .map(({ name, sql }) => (name === null ? sql : `${sql} AS ${quoteIdentifier(name)}`))
    .join(', ');
}

export function namesOf(pieces: readonly Piece[]): readonly string[] {
  return pieces.flatMap(({ name }) => (name === null ? [] : [name]));
}
