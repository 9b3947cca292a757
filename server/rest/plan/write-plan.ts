import type {
  ApiRequest,
  AtPath,
  Filter,
  Literal,
  RowRange,
} from '#server/rest/parse/api-request.ts';
import { refuse } from '#server/rest/rest-error.ts';
import type { Column, Relation } from '#server/rest/schema/schema-cache.ts';

/**
 * The write of a request. The conditions of an update or delete are in the root of the read
 * plan.
 */
export type WritePlan =
  | {
      readonly kind: 'insert';
      readonly columns: readonly Column[];
      /** Whether a key that a row lacks takes the column's default. */
      readonly defaults: boolean;
      readonly conflict: {
        readonly columns: readonly string[];
        readonly resolution: 'merge-duplicates' | 'ignore-duplicates';
      } | null;
      /** The primary key in the URL of a PUT: no other row may be written. */
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
  // The keys are null if the request names the columns itself, which a PUT cannot.
  return (keys ?? request.query.columns ?? []).map((name) => {
    const column = relation.columns.get(name);
    if (column === undefined) throw refuse.column(name, relation.name);
    return column;
  });
}

/** Returns the key values of a PUT. Throws PGRST105 unless its filters are exactly the key. */
function primaryKeyFilters(request: ApiRequest, relation: Relation) {
  const filters = request.query.filters.map(({ path, value }) => {
    const isKey =
      path.length === 0 &&
      value.kind === 'filter' &&
      !value.negated &&
      value.field.path.length === 0 &&
      value.condition.kind === 'compare' &&
      value.condition.operator === 'eq' &&
      value.condition.quantifier === null;
    return isKey ? value : null;
  });
  const valid = filters.filter((filter): filter is Filter => filter !== null);
  const filteredNames = new Set(valid.map(({ field }) => field.name));
  const { primaryKey } = relation;
  if (
    valid.length !== filters.length ||
    valid.length !== primaryKey.length ||
    primaryKey.length === 0 ||
    !primaryKey.every((name) => filteredNames.has(name))
  ) {
    throw refuse.putFilters();
  }
  return valid.flatMap(({ field, condition }) => {
    const column = relation.columns.get(field.name);
    if (column === undefined || condition.kind !== 'compare') return [];
    return [{ column, value: condition.value }];
  });
}

/** Plans the write of a request. Throws if its columns or filters are invalid. */
export function planWrite(request: ApiRequest, relation: Relation): WritePlan {
  const { action, query, preferences } = request;
  const defaults = preferences.missing === 'default';
  if (action.kind === 'delete') return { kind: 'delete' };
  const columns = writtenColumns(request, relation);
  if (action.kind === 'update') return { kind: 'update', columns, defaults };
  if (action.kind === 'put') {
    const isLimited = ({ value }: AtPath<RowRange>) => value.offset > 0 || value.limit !== null;
    const ranges = query.ranges.filter(({ path }) => path.length === 0);
    if (ranges.some(isLimited)) throw refuse.putRange();
    const only = primaryKeyFilters(request, relation);
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
