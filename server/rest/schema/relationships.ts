import type { Catalogue, CatalogueRelation } from './introspection.ts';
import type { ViewColumns } from './key-images.ts';
import type { ColumnPairs, Relationship } from './schema-cache.ts';

type DirectRelationship = Extract<
  Relationship,
  { kind: 'many-to-one' | 'one-to-many' | 'one-to-one' }
>;

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

function flip(pairs: ColumnPairs): ColumnPairs {
  return pairs.map(([from, to]) => [to, from] as const);
}

function relationName({ schema, name }: CatalogueRelation) {
  return { schema, name };
}

function isView({ kind }: CatalogueRelation): boolean {
  return kind === 'v' || kind === 'm';
}

/** Returns the constraint's name, or for a hidden table its column, so nothing hidden leaks. */
function suggestedHint(
  constraint: string,
  table: CatalogueRelation | undefined,
  columns: readonly string[],
): string | null {
  if (table?.exposed === true) return constraint;
  return columns.length === 1 ? (columns[0] ?? null) : null;
}

/** Returns both directions of each foreign key, between tables and views with its columns. */
export function directRelationships(
  catalogue: Catalogue,
  views: ViewColumns,
): readonly DirectRelationship[] {
  const relationships: DirectRelationship[] = [];
  const byOid = new Map(catalogue.relations.map((relation) => [relation.oid, relation]));
  for (const key of catalogue.foreign_keys) {
    const table = byOid.get(key.origin);
    const unique = table?.keys.some(({ columns }) => sameSet(columns, key.origin_columns)) ?? false;
    for (const origin of views.images(key.origin, key.origin_columns)) {
      for (const target of views.images(key.target, key.target_columns)) {
        const columns = origin.columns.map(
          (column, index) => [column, target.columns[index] ?? ''] as const,
        );
        const isSelf = origin.relation === target.relation;
        const common = {
          constraint: key.name,
          suggestedHint: suggestedHint(key.name, table, origin.columns),
          isSelf,
        };
        relationships.push({
          ...common,
          kind: unique ? 'one-to-one' : 'many-to-one',
          origin: relationName(origin.relation),
          target: relationName(target.relation),
          columns,
          targetIsView: isView(target.relation),
        });
        if (isSelf && unique) continue;
        relationships.push({
          ...common,
          kind: unique ? 'one-to-one' : 'one-to-many',
          origin: relationName(target.relation),
          target: relationName(origin.relation),
          columns: flip(columns),
          targetIsView: isView(origin.relation),
        });
      }
    }
  }
  return relationships;
}

/** Returns many-to-many relationships: a junction's primary key holds both of its foreign keys. */
export function junctionRelationships(
  direct: readonly DirectRelationship[],
  primaryKeyOf: (schema: string, name: string) => readonly string[],
): readonly Relationship[] {
  const relationships: Relationship[] = [];
  const outward = new Map<string, DirectRelationship[]>();
  for (const relationship of direct) {
    if (relationship.kind !== 'many-to-one') continue;
    const { schema, name } = relationship.origin;
    const key = JSON.stringify([schema, name]);
    outward.set(key, [...(outward.get(key) ?? []), relationship]);
  }
  for (const keys of outward.values()) {
    for (const one of keys) {
      const primary = primaryKeyOf(one.origin.schema, one.origin.name);
      for (const other of keys) {
        if (one.constraint === other.constraint) continue;
        const used = [...one.columns, ...other.columns].map(([column]) => column);
        if (!used.every((column) => primary.includes(column))) continue;
        relationships.push({
          kind: 'many-to-many',
          origin: one.target,
          target: other.target,
          isSelf:
            one.target.schema === other.target.schema && one.target.name === other.target.name,
          targetIsView: other.targetIsView,
          junction: one.origin,
          originHint: one.suggestedHint,
          originColumns: flip(one.columns),
          targetHint: other.suggestedHint,
          targetColumns: other.columns,
        });
      }
    }
  }
  return relationships;
}
