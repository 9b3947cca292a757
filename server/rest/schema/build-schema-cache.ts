import type { Catalogue, CatalogueRelation } from './introspection.ts';
import { followViews, type ViewColumns } from './key-images.ts';
import { directRelationships, junctionRelationships } from './relationships.ts';
import { toComputedRelationship, toRoutine } from './routines.ts';
import type { Column, Relation, Relationship, Routine, SchemaCache } from './schema-cache.ts';

function category(base: string, kind: string): Column['category'] {
  if (base === 'json' || base === 'jsonb' || base === 'tsvector') return base;
  if (kind === 'A') return 'array';
  return kind === 'S' ? 'text' : 'other';
}

function primaryKeys(catalogue: Catalogue, views: ViewColumns): ReadonlyMap<number, string[]> {
  const keys = new Map<number, string[]>();
  for (const { oid, keys: constraints } of catalogue.relations) {
    const primary = constraints.find(({ kind }) => kind === 'p');
    if (primary === undefined) continue;
    for (const image of views.images(oid, primary.columns)) {
      const known = keys.get(image.relation.oid) ?? [];
      keys.set(image.relation.oid, [...new Set([...known, ...image.columns])]);
    }
  }
  return keys;
}

function toRelation(row: CatalogueRelation, primaryKey: readonly string[]): Relation {
  const isView = row.kind === 'v' || row.kind === 'm';
  const columns = row.columns.map((column): [string, Column] => [
    column.name,
    {
      name: column.name,
      type: column.type,
      baseType: column.base_type,
      category: category(column.base_name, column.category),
      nullable: column.nullable,
      defaultSql: column.default_sql,
      comment: column.comment,
    },
  ]);
  return {
    schema: row.schema,
    name: row.name,
    isView,
    columns: new Map(columns),
    primaryKey,
    updatable: (row.events & 4) !== 0,
    insertable: (row.events & 8) !== 0,
    deletable: (row.events & 16) !== 0,
    comment: row.comment,
  };
}

/** Collects under two names; an unknown pair has the empty list. */
function grouped<Item>() {
  const groups = new Map<string, Map<string, Item[]>>();
  return {
    add(schema: string, name: string, item: Item) {
      const names = groups.get(schema) ?? new Map<string, Item[]>();
      groups.set(schema, names);
      names.set(name, [...(names.get(name) ?? []), item]);
    },
    get: (schema: string, name: string): readonly Item[] => groups.get(schema)?.get(name) ?? [],
    names: (schema: string): readonly string[] => [...(groups.get(schema)?.keys() ?? [])],
  };
}

export function buildSchemaCache(catalogue: Catalogue, schemas: readonly string[]): SchemaCache {
  const views = followViews(catalogue);
  const keys = primaryKeys(catalogue, views);
  const byOid = new Map(catalogue.relations.map((relation) => [relation.oid, relation]));
  const relations = grouped<Relation>();
  const keyOf = grouped<readonly string[]>();
  for (const row of catalogue.relations) {
    const primaryKey = keys.get(row.oid) ?? [];
    keyOf.add(row.schema, row.name, primaryKey);
    if (row.exposed) relations.add(row.schema, row.name, toRelation(row, primaryKey));
  }
  const relationships = grouped<Relationship>();
  const routines = grouped<Routine>();
  const direct = directRelationships(catalogue, views);
  const all: Relationship[] = [
    ...direct,
    ...junctionRelationships(direct, (schema, name) => keyOf.get(schema, name)[0] ?? []),
  ];
  for (const row of catalogue.routines) {
    const routine = toRoutine(row, byOid);
    if (routine !== null) routines.add(row.schema, row.name, routine);
    const computed = toComputedRelationship(row, byOid);
    if (computed !== null) all.push(computed);
  }
  for (const relationship of all) {
    const { origin, target } = relationship;
    if (origin.schema === target.schema)
      relationships.add(origin.schema, origin.name, relationship);
  }
  return {
    schemas,
    relation: (schema, name) => relations.get(schema, name)[0],
    relationNames: relations.names,
    relationships: relationships.get,
    routines: routines.get,
    routineNames: routines.names,
  };
}
