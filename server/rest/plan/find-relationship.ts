import { RestError } from '#server/rest/rest-error.ts';
import type { ColumnPairs, Relationship, SchemaCache } from '#server/rest/schema/schema-cache.ts';
import { similarName } from './similar-name.ts';

type Foreign = Exclude<Relationship, { kind: 'computed' }>;

function single(relationship: Foreign, side: 0 | 1): string | null {
  if (relationship.kind === 'many-to-many' || relationship.columns.length !== 1) return null;
  return relationship.columns[0]?.[side] ?? null;
}

function constraintOf(relationship: Foreign): string | null {
  return relationship.kind === 'many-to-many' ? null : relationship.constraint;
}

function matchesSelf(relationship: Foreign, target: string, hint: string | null): boolean {
  // One key, two relationships: the table's name means the many side, the column's name the one side.
  const many = relationship.kind === 'one-to-many' && target === relationship.target.name;
  if (hint !== null) {
    return many && (hint === single(relationship, 1) || hint === constraintOf(relationship));
  }
  return many || (relationship.kind === 'many-to-one' && target === single(relationship, 0));
}

function matches(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'computed') return target === relationship.routine.name;
  if (relationship.isSelf) return matchesSelf(relationship, target, hint);
  if (hint === null) {
    if (target === relationship.target.name) return true;
    if (relationship.targetIsView) return false;
    return target === constraintOf(relationship) || target === single(relationship, 0);
  }
  if (target !== relationship.target.name) return false;
  return (
    hint === constraintOf(relationship) ||
    hint === single(relationship, 0) ||
    hint === single(relationship, 1) ||
    (relationship.kind === 'many-to-many' && hint === relationship.junction.name)
  );
}

function list(pairs: ColumnPairs, side: 0 | 1): string {
  return `(${pairs.map((pair) => pair[side]).join(', ')})`;
}

function describe(relationship: Foreign) {
  const { origin, target, kind } = relationship;
  return {
    cardinality: kind,
    embedding: `${origin.name} with ${target.name}`,
    relationship:
      relationship.kind === 'many-to-many'
        ? `${relationship.junction.name} using ${relationship.originConstraint}${list(relationship.originColumns, 1)} and ${relationship.targetConstraint}${list(relationship.targetColumns, 0)}`
        : `${relationship.constraint} using ${origin.name}${list(relationship.columns, 0)} and ${target.name}${list(relationship.columns, 1)}`,
  };
}

function hintFor(relationship: Foreign): string {
  const by =
    relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint;
  return `'${relationship.target.name}!${by}'`;
}

function ambiguous(origin: string, target: string, found: readonly Foreign[]): RestError {
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${target}' to one of the following: ${found.map(hintFor).join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function missing(
  schema: SchemaCache,
  schemaName: string,
  origin: string,
  target: string,
  hint: string | null,
): RestError {
  const known = schema.relationships(schemaName, origin);
  const names = [...new Set(known.map((relationship) => relationship.target.name))];
  // What has no relationship at all may be misspelt itself.
  const wrong = known.length === 0 ? origin : target;
  const candidates = known.length === 0 ? schema.relatedNames(schemaName) : names;
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
 * The one relationship that `origin?select=target!hint(…)` means. Nothing is ever chosen among several: they are
 * refused with PGRST201, none with PGRST200. A computed relationship overrides those found by keys.
 */
export function findRelationship(
  schema: SchemaCache,
  schemaName: string,
  origin: string,
  target: string,
  hint: string | null,
): Relationship {
  const found = schema
    .relationships(schemaName, origin)
    .filter((relationship) => matches(relationship, target, hint));
  const computed = found.find((relationship) => relationship.kind === 'computed');
  if (computed !== undefined) return computed;
  const [first] = found;
  if (first === undefined) throw missing(schema, schemaName, origin, target, hint);
  if (found.length === 1) return first;
  throw ambiguous(
    origin,
    target,
    found.filter((relationship) => relationship.kind !== 'computed'),
  );
}
