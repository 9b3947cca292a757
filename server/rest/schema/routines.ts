import { isolations, type Isolation } from '#server/db/database.ts';
import { parseDuration } from './duration.ts';
import type { Catalogue, CatalogueRelation, CatalogueRoutine } from './introspection.ts';
import type { Relationship, Routine, RoutineArgument } from './schema-cache.ts';

/** Parses a value of `default_transaction_isolation`; null if it is unknown. */
export function parseIsolation(text: string | null | undefined): Isolation | null {
  return isolations.find((level) => level === text?.toLowerCase()) ?? null;
}

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const;

type Relations = ReadonlyMap<number, CatalogueRelation>;

function qualifiedName(relation: CatalogueRelation | undefined) {
  return relation === undefined ? null : { schema: relation.schema, name: relation.name };
}

function inputArguments(row: CatalogueRoutine): readonly RoutineArgument[] {
  const modes = row.argument_modes ?? row.argument_types.map(() => 'i');
  const inputs = row.argument_types.flatMap((type, index) => {
    const mode = modes[index] ?? 'i';
    if (mode !== 'i' && mode !== 'b' && mode !== 'v') return [];
    return [{ name: row.argument_names?.[index] ?? '', type, variadic: mode === 'v' }];
  });
  const firstOptional = inputs.length - row.defaults;
  return inputs.map((argument, index) => ({
    ...argument,
    required: index < firstOptional,
  }));
}

const bodyTypes = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/**
 * Returns a function that clients can call, or null. Its arguments all have names, or its only one
 * takes the whole body.
 */
export function toRoutine(row: CatalogueRoutine, relations: Relations): Routine | null {
  const list = inputArguments(row);
  const isCallable =
    list.every(({ name }) => name !== '') ||
    (list.length === 1 && list.every(({ type }) => bodyTypes.has(type)));
  if (!isCallable) return null;
  const columns = new Map<string, string>();
  for (const [index, type] of row.argument_types.entries()) {
    const mode = row.argument_modes?.[index] ?? 'i';
    const isOutput = mode === 'o' || mode === 'b' || mode === 't';
    if (isOutput) columns.set(row.argument_names?.[index] ?? '', type);
  }
  return {
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    arguments: list,
    volatility: volatilities[row.volatility],
    statementTimeoutMs: parseDuration(row.statement_timeout ?? ''),
    isolation: parseIsolation(row.isolation),
    returns: {
      set: row.set,
      shape:
        row.return_name === 'void' && !row.set
          ? 'void'
          : row.return_kind === 'c' || columns.size > 0
            ? 'row'
            : 'scalar',
      type: row.return_type,
      relation: qualifiedName(relations.get(row.return_relation)),
      columns,
    },
  };
}

/**
 * Returns the relationship that a function defines, or null. The function takes one row of a
 * relation and returns rows of a relation.
 */
export function toComputedRelationship(
  row: CatalogueRoutine,
  relations: Relations,
): Relationship | null {
  if (inputArguments(row).length !== 1) return null;
  const origin = qualifiedName(relations.get(row.argument_relations[0] ?? 0));
  const target = qualifiedName(relations.get(row.return_relation));
  if (origin === null || target === null || row.return_kind !== 'c') return null;
  return {
    kind: 'computed',
    origin,
    target,
    routine: { schema: row.schema, name: row.name },
    toOne: !row.set || row.rows === 1,
  };
}

/** Returns the base types of computed columns, by relation and name. */
export function computedColumns({
  routines,
}: Catalogue): ReadonlyMap<number, ReadonlyMap<string, string>> {
  const computed = new Map<number, Map<string, string>>();
  for (const row of routines) {
    const oid = row.argument_relations[0] ?? 0;
    if (oid === 0 || row.set || row.argument_types.length !== 1) continue;
    const columns = computed.get(oid) ?? new Map<string, string>();
    computed.set(oid, columns.set(row.name, row.return_name));
  }
  return computed;
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Orders overloads as PostgREST lists them: by number of arguments, comment, names and types. */
export function compareRoutines(one: Routine, other: Routine): number {
  const byCount = one.arguments.length - other.arguments.length;
  if (byCount !== 0) return byCount;
  const keys = ({ comment, arguments: list }: Routine) => [
    comment === null ? '' : `\u0001${comment}`,
    ...list.flatMap(({ name, type }) => [name, type]),
  ];
  const others = keys(other);
  for (const [index, key] of keys(one).entries()) {
    const order = compareText(key, others[index] ?? '');
    if (order !== 0) return order;
  }
  return 0;
}
