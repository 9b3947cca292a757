import type { ApiRequest, At, Filter, Literal, RowRange } from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Column, Relation } from '#server/rest/schema/schema-cache.ts';

/** What is written; the conditions of an update or delete are those of the root of the read plan. */
export type WritePlan =
  | {
      readonly kind: 'insert';
      readonly columns: readonly Column[];
      /** Whether keys missing in a row take the column's default. */
      readonly defaults: boolean;
      readonly conflict: {
        readonly columns: readonly string[];
        readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
      } | null;
      /** PUT: only the row with this key. */
      readonly only: readonly { readonly column: Column; readonly value: Literal }[];
    }
  | {
      readonly kind: 'update';
      readonly columns: readonly Column[];
      readonly defaults: boolean;
    }
  | { readonly kind: 'delete' };

function writtenColumns(request: ApiRequest, relation: Relation): readonly Column[] {
  const keys = request.body.kind === 'rows' ? request.body.keys : [];
  // Null where the request names them, which a PUT does not.
  return (keys ?? request.query.columns ?? []).map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw refuse.column(name, relation.name);
    return column;
  });
}

function keyFilters(request: ApiRequest, relation: Relation) {
  const filters = request.query.filters.map(({ path, said }) => {
    const isKey =
      path.length === 0 &&
      said.kind === 'filter' &&
      !said.negated &&
      said.field.path.length === 0 &&
      said.condition.kind === 'compare' &&
      said.condition.operator === 'eq' &&
      said.condition.quantifier === null;
    return isKey ? said : null;
  });
  const valid = filters.filter((filter): filter is Filter => filter !== null);
  const named = new Set(valid.map(({ field }) => field.name));
  const { primaryKey } = relation;
  if (
    valid.length !== filters.length ||
    valid.length !== primaryKey.length ||
    primaryKey.length === 0 ||
    !primaryKey.every((name) => named.has(name))
  ) {
    throw refuse.putFilters();
  }
  return valid.flatMap(({ field, condition }) => {
    const column = relation.columns.get(field.name);
    if (column === undefined || condition.kind !== 'compare') return [];
    return [{ column, value: condition.value }];
  });
}

export function planWrite(request: ApiRequest, relation: Relation): WritePlan {
  const { action, query, preferences } = request;
  const defaults = preferences.missing === 'default';
  if (action.kind === 'delete') return { kind: 'delete' };
  const columns = writtenColumns(request, relation);
  if (action.kind === 'update') return { kind: 'update', columns, defaults };
  if (action.kind === 'put') {
    const narrows = ({ said }: At<RowRange>) => said.offset > 0 || said.limit !== null;
    const ranges = query.ranges.filter(({ path }) => path.length === 0);
    if (ranges.some(narrows)) throw refuse.putRange();
    const only = keyFilters(request, relation);
    const written = new Set(columns.map(({ name }) => name));
    if (!relation.primaryKey.every((name) => written.has(name))) throw refuse.putPayload();
    return {
      kind: 'insert',
      columns,
      defaults,
      conflict: { columns: relation.primaryKey, resolution: 'merge-duplicates' },
      only,
    };
  }
  const conflictColumns = query.onConflict ?? relation.primaryKey;
  const { resolution } = preferences;
  const conflict =
    resolution === null || conflictColumns.length === 0
      ? null
      : { columns: conflictColumns, resolution };
  return { kind: 'insert', columns, defaults, conflict, only: [] };
}
