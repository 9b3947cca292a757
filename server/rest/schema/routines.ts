import { isolations, type Isolation } from '#server/db/database.ts';
import { milliseconds } from './duration.ts';
import type { CatalogueRelation, CatalogueRoutine } from './introspection.ts';
import type { Relationship, Routine, RoutineArgument } from './schema-cache.ts';

/** As `default_transaction_isolation` says it; null for what it does not know. */
export function isolationNamed(text: string | null | undefined): Isolation | null {
  return isolations.find((level) => level === text?.toLowerCase()) ?? null;
}

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const;

type Relations = ReadonlyMap<number, CatalogueRelation>;

function nameOf(relation: CatalogueRelation | undefined) {
  return relation === undefined ? null : { schema: relation.schema, name: relation.name };
}

function inputs(row: CatalogueRoutine): readonly RoutineArgument[] {
  const modes = row.argument_modes ?? row.argument_types.map(() => 'i');
  const found = row.argument_types.flatMap((type, index) => {
    const mode = modes[index] ?? 'i';
    if (mode !== 'i' && mode !== 'b' && mode !== 'v') return [];
    return [{ name: row.argument_names?.[index] ?? '', type, variadic: mode === 'v' }];
  });
  const firstOptional = found.length - row.defaults;
  return found.map((argument, index) => ({
    ...argument,
    required: index < firstOptional,
  }));
}

const single = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/** Functions that can be called: all arguments named, or one unnamed that takes the whole body. */
export function toRoutine(row: CatalogueRoutine, relations: Relations): Routine | null {
  const list = inputs(row);
  const callable =
    list.every(({ name }) => name !== '') ||
    (list.length === 1 && list.every(({ type }) => single.has(type)));
  if (!callable) return null;
  const columns = row.argument_types.flatMap((_, index) => {
    const mode = row.argument_modes?.[index] ?? 'i';
    return mode === 'o' || mode === 'b' || mode === 't' ? [row.argument_names?.[index] ?? ''] : [];
  });
  return {
    schema: row.schema,
    name: row.name,
    comment: row.comment,
    arguments: list,
    volatility: volatilities[row.volatility],
    statementTimeoutMs: milliseconds(row.statement_timeout ?? ''),
    isolation: isolationNamed(row.isolation),
    returns: {
      set: row.set,
      shape:
        row.return_name === 'void'
          ? 'void'
          : row.return_kind === 'c' || columns.length > 0
            ? 'row'
            : 'scalar',
      type: row.return_type,
      relation: nameOf(relations.get(row.return_relation)),
      columns,
    },
  };
}

/** A function of one row of a relation that returns rows of a relation is a relationship. */
export function toComputedRelationship(
  row: CatalogueRoutine,
  relations: Relations,
): Relationship | null {
  if (inputs(row).length !== 1) return null;
  const origin = nameOf(relations.get(row.argument_relations[0] ?? 0));
  const target = nameOf(relations.get(row.return_relation));
  if (origin === null || target === null || row.return_kind !== 'c') return null;
  return {
    kind: 'computed',
    origin,
    target,
    routine: { schema: row.schema, name: row.name },
    toOne: !row.set || row.rows === 1,
  };
}
