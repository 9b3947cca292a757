import type { Catalogue, CatalogueRelation } from './introspection.ts';
import type { ViewColumns } from './key-images.ts';
import type { ColumnPairs, Relationship } from './schema-cache.ts';

type Direct = Extract<Relationship, { kind: 'many-to-one' | 'one-to-many' | 'one-to-one' }>;

function sameSet(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

function flip(pairs: ColumnPairs): ColumnPairs {
  return pairs.map(([from, to]) => [to, from] as const);
}

function name({ schema, name }: CatalogueRelation) {
  return { schema, name };
}

function isView({ kind }: CatalogueRelation): boolean {
  return kind === 'v' || kind === 'm';
}

/** Both directions of every foreign key, between tables and the views that show its columns. */
export function directRelationships(catalogue: Catalogue, views: ViewColumns): readonly Direct[] {
  const found: Direct[] = [];
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
        found.push({
          kind: unique ? 'one-to-one' : 'many-to-one',
          origin: name(origin.relation),
          target: name(target.relation),
          constraint: key.name,
          columns,
          isSelf,
          targetIsView: isView(target.relation),
        });
        if (isSelf && unique) continue;
        found.push({
          kind: unique ? 'one-to-one' : 'one-to-many',
          origin: name(target.relation),
          target: name(origin.relation),
          constraint: key.name,
          columns: flip(columns),
          isSelf,
          targetIsView: isView(origin.relation),
        });
      }
    }
  }
  return found;
}

/** Two foreign keys of one relation whose columns are all in its primary key make a junction. */
export function junctionRelationships(
  direct: readonly Direct[],
  primaryKeyOf: (schema: string, name: string) => readonly string[],
): readonly Relationship[] {
  const found: Relationship[] = [];
  const outward = new Map<string, Direct[]>();
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
        found.push({
          kind: 'many-to-many',
          origin: one.target,
          target: other.target,
          isSelf:
            one.target.schema === other.target.schema && one.target.name === other.target.name,
          targetIsView: other.targetIsView,
          junction: one.origin,
          originConstraint: one.constraint,
          originColumns: flip(one.columns),
          targetConstraint: other.constraint,
          targetColumns: other.columns,
        });
      }
    }
  }
  return found;
}
