import { RestError } from '#server/rest/rest-error.ts';
import type { ColumnPairs, Relationship, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { similarName } from './similar-name.ts';

type KeyRelationship = Exclude<Relationship, { kind: 'computed' }>;

function singleColumn(relationship: KeyRelationship, side: 0 | 1): string | null {
  if (relationship.kind === 'many-to-many' || relationship.columns.length !== 1) return null;
  return relationship.columns[0]?.[side] ?? null;
}

function constraintOf(relationship: KeyRelationship): string | null {
  return relationship.kind === 'many-to-many' ? null : relationship.constraint;
}

function matchesSelf(relationship: KeyRelationship, target: string, hint: string | null): boolean {
  // A self-reference is two relationships: the table's name means one-to-many, the column's name
  // many-to-one.
  const many = relationship.kind === 'one-to-many' && target === relationship.target.name;
  if (hint !== null) {
    return many && (hint === singleColumn(relationship, 1) || hint === constraintOf(relationship));
  }
  return many || (relationship.kind === 'many-to-one' && target === singleColumn(relationship, 0));
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'computed') return target === relationship.routine.name;
  if (relationship.isSelf) return matchesSelf(relationship, target, hint);
  if (hint === null) {
    if (target === relationship.target.name) return true;
    if (relationship.targetIsView) return false;
    return target === constraintOf(relationship) || target === singleColumn(relationship, 0);
  }
  if (target !== relationship.target.name) return false;
  return (
    hint === constraintOf(relationship) ||
    hint === singleColumn(relationship, 0) ||
    hint === singleColumn(relationship, 1) ||
    (relationship.kind === 'many-to-many' && hint === relationship.junction.name)
  );
}

function columnList(pairs: ColumnPairs, side: 0 | 1): string {
  return `(${pairs.map((pair) => pair[side]).join(', ')})`;
}

/** Returns `hint using left(a) and right(b)`, without the hint if none may be named. */
function describeColumns(hint: string | null, left: string, right: string): string {
  return hint === null ? `${left} and ${right}` : `${hint} using ${left} and ${right}`;
}

function describeRelationship(relationship: KeyRelationship) {
  const { origin, target, kind } = relationship;
  const common = { cardinality: kind, embedding: `${origin.name} with ${target.name}` };
  if (relationship.kind === 'many-to-many') {
    const { junction, originHint, originColumns, targetHint, targetColumns } = relationship;
    const left = `${originHint ?? ''}${columnList(originColumns, 1)}`;
    const right = `${targetHint ?? ''}${columnList(targetColumns, 0)}`;
    return { ...common, relationship: describeColumns(junction.name, left, right) };
  }
  const left = `${origin.name}${columnList(relationship.columns, 0)}`;
  const right = `${target.name}${columnList(relationship.columns, 1)}`;
  return { ...common, relationship: describeColumns(relationship.suggestedHint, left, right) };
}

/** Returns `target!hint`, which selects this relationship among others of the same target. */
function disambiguatingHint(relationship: KeyRelationship): readonly string[] {
  const by =
    relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.suggestedHint;
  return by === null ? [] : [`'${relationship.target.name}!${by}'`];
}

/**
 * Returns whether the candidates join the same columns under one hint. Such foreign keys of a table
 * that is not exposed can't be told apart, and it doesn't matter which is used.
 */
function areEquivalent(candidates: readonly KeyRelationship[]): boolean {
  const joins = candidates.map((relationship) => {
    const columns =
      relationship.kind === 'many-to-many'
        ? [relationship.originColumns, relationship.targetColumns]
        : relationship.columns;
    return JSON.stringify([describeRelationship(relationship), columns]);
  });
  return new Set(joins).size === 1;
}

/** The order of cardinalities in PostgREST's errors. */
const kindOrder = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many'];

/** Sorts relationships as PostgREST's errors do: by target, cardinality and name. */
function sortForError(relationships: readonly KeyRelationship[]): readonly KeyRelationship[] {
  return relationships
    .map((relationship) => {
      const kind = kindOrder.indexOf(relationship.kind);
      const described = describeRelationship(relationship).relationship;
      return { relationship, key: `${relationship.target.name}\0${kind}\0${described}` };
    })
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ relationship }) => relationship);
}

function ambiguousRelationship(
  origin: string,
  target: string,
  unsorted: readonly KeyRelationship[],
): RestError {
  const candidates = sortForError(unsorted);
  const hints = candidates.flatMap(disambiguatingHint);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: candidates.map(describeRelationship),
      hint:
        hints.length === 0
          ? null
          : `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function notFound(
  schema: SchemaCache,
  schemaName: string,
  origin: string,
  target: string,
  hint: string | null,
): RestError {
  const relationships = schema.relationships(schemaName, origin);
  const names = [...new Set(relationships.map((relationship) => relationship.target.name))];
  // If the origin has no relationship at all, its own name may be misspelt.
  const hasNone = relationships.length === 0;
  const wrong = hasNone ? origin : target;
  const candidates = hasNone ? schema.relatedNames(schemaName) : names;
  const suggestion = candidates.includes(wrong) ? null : similarName(wrong, candidates, 0.33);
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${target}'${using} in the schema '${schemaName}', but no matches were found.`,
      hint: suggestion === null ? null : `Perhaps you meant '${suggestion}' instead of '${wrong}'.`,
    },
  );
}

/**
 * Returns the relationship that `origin?select=target!hint(…)` means. A computed relationship
 * overrides those of foreign keys. Throws PGRST200 if there is none, PGRST201 if there are several.
 */
export function findRelationship(
  schema: SchemaCache,
  schemaName: string,
  origin: string,
  target: string,
  hint: string | null,
): Relationship {
  const candidates = schema
    .relationships(schemaName, origin)
    .filter((relationship) => matches(relationship, target, hint));
  const computed = candidates.find((relationship) => relationship.kind === 'computed');
  if (computed !== undefined) return computed;
  const [first] = candidates;
  if (first === undefined) throw notFound(schema, schemaName, origin, target, hint);
  const byKey = candidates.filter((relationship) => relationship.kind !== 'computed');
  if (areEquivalent(byKey)) return first;
  throw ambiguousRelationship(origin, target, byKey);
}
