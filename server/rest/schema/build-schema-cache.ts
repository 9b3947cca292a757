import type { Catalogue, CatalogueRelation } from './introspection.ts';
import { followViews, type ViewColumns } from './key-images.ts';
import { directRelationships, junctionRelationships } from './relationships.ts';
import { readRoles, readSettings } from './role-settings.ts';
import { toComputedRelationship, toRoutine } from './routines.ts';
import type {
  Column,
  MediaHandler,
  Relation,
  RelationName,
  Relationship,
  Routine,
  SchemaCache,
} from './schema-cache.ts';

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

/** The function that casts one type to another; null without. */
type CastBy = (from: string, to: string) => string | null;

function castsOf({ representations }: Catalogue): CastBy {
  const key = (from: string, to: string) => JSON.stringify([from, to]);
  const known = new Map(representations.map(({ from, to, by }) => [key(from, to), by]));
  return (from, to) => (known.size === 0 ? null : (known.get(key(from, to)) ?? null));
}

function handlersOf({ media_handlers }: Catalogue): SchemaCache['mediaHandler'] {
  const key = (resource: RelationName | null, mediaType: string) =>
    JSON.stringify([resource?.schema, resource?.name, mediaType]);
  const known = new Map<string, MediaHandler>();
  for (const row of media_handlers) {
    const { schema, name, media_type, answered_type, bytes } = row;
    const target = { schema: row.target_schema, name: row.target_name };
    const anything = target.schema === 'pg_catalog' && target.name === 'anyelement';
    // A function that returns the domain itself: its value is cast, and is one already.
    const ofValue = row.of_value;
    known.set(key(anything ? null : target, media_type), {
      mediaType: answered_type,
      handler: { schema, name },
      target: anything || ofValue ? null : target,
      bytes,
    });
  }
  return (resource, mediaType) =>
    known.size === 0 ? undefined : known.get(key(resource, mediaType));
}

function toRelation(
  row: CatalogueRelation,
  primaryKey: readonly string[],
  castBy: CastBy,
): Relation {
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
      toJson: castBy(column.type, 'json'),
      fromJson: castBy('json', column.type),
      fromText: castBy('text', column.type),
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
  const castBy = castsOf(catalogue);
  const roles = readRoles(catalogue);
  const views = followViews(catalogue);
  const keys = primaryKeys(catalogue, views);
  const byOid = new Map(catalogue.relations.map((relation) => [relation.oid, relation]));
  const relations = grouped<Relation>();
  const keyOf = grouped<readonly string[]>();
  for (const row of catalogue.relations) {
    const primaryKey = keys.get(row.oid) ?? [];
    keyOf.add(row.schema, row.name, primaryKey);
    if (row.exposed) relations.add(row.schema, row.name, toRelation(row, primaryKey, castBy));
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
    relatedNames: relationships.names,
    routines: routines.get,
    routineNames: routines.names,
    mediaHandler: handlersOf(catalogue),
    settings: readSettings(catalogue),
    role: (name) => roles.get(name),
  };
}
