import type { Catalogue, CatalogueRelation } from './introspection.ts';
import { followViews, type ViewColumns } from './key-images.ts';
import { directRelationships, junctionRelationships } from './relationships.ts';
import { readRoles, readSettings } from './role-settings.ts';
import { compareRoutines, computedColumns, toComputedRelationship, toRoutine } from './routines.ts';
import type {
  Column,
  MediaHandler,
  Relation,
  QualifiedName,
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
      const columns = keys.get(image.relation.oid) ?? [];
      keys.set(image.relation.oid, [...new Set([...columns, ...image.columns])]);
    }
  }
  return keys;
}

/** Returns the function that casts one type to another; null if there is none. */
type FindCast = (from: string, to: string) => string | null;

function indexCasts({ representations }: Catalogue): FindCast {
  const key = (from: string, to: string) => JSON.stringify([from, to]);
  const casts = new Map(representations.map(({ from, to, by }) => [key(from, to), by]));
  return (from, to) => (casts.size === 0 ? null : (casts.get(key(from, to)) ?? null));
}

function indexHandlers({ media_handlers }: Catalogue): SchemaCache['mediaHandler'] {
  const key = (resource: QualifiedName | null, mediaType: string) =>
    JSON.stringify([resource?.schema, resource?.name, mediaType]);
  const handlers = new Map<string, MediaHandler>();
  for (const row of media_handlers) {
    const { schema, name, media_type, answered_type, bytes } = row;
    const target = { schema: row.target_schema, name: row.target_name };
    const isGeneric = target.schema === 'pg_catalog' && target.name === 'anyelement';
    // A function may return the media type's domain itself: then its value needs no cast.
    const isDomain = row.of_value;
    handlers.set(key(isGeneric ? null : target, media_type), {
      mediaType: answered_type,
      handler: { schema, name },
      target: isGeneric || isDomain ? null : target,
      isDomain,
      bytes,
    });
  }
  return (resource, mediaType) =>
    handlers.size === 0 ? undefined : handlers.get(key(resource, mediaType));
}

/** The properties of a relation that are not in its own catalogue row. */
interface RelationDetails {
  readonly primaryKey: readonly string[];
  readonly findCast: FindCast;
  readonly computed: ReadonlyMap<string, string>;
}

function toRelation(
  row: CatalogueRelation,
  { primaryKey, findCast, computed }: RelationDetails,
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
      toJson: findCast(column.type, 'json'),
      fromJson: findCast('json', column.type),
      fromText: findCast('text', column.type),
    },
  ]);
  return {
    schema: row.schema,
    name: row.name,
    isView,
    columns: new Map(columns),
    computed,
    primaryKey,
    updatable: (row.events & 4) !== 0,
    insertable: (row.events & 8) !== 0,
    deletable: (row.events & 16) !== 0,
    comment: row.comment,
  };
}

/** Creates an index of lists by schema and name. An unknown name has the empty list. */
function createNameIndex<Item>() {
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

const noComputedColumns: ReadonlyMap<string, string> = new Map();

/** Builds the schema cache of the exposed schemas from PostgreSQL's catalogue. */
export function buildSchemaCache(catalogue: Catalogue, schemas: readonly string[]): SchemaCache {
  const findCast = indexCasts(catalogue);
  const roles = readRoles(catalogue);
  const views = followViews(catalogue);
  const keys = primaryKeys(catalogue, views);
  const byOid = new Map(catalogue.relations.map((relation) => [relation.oid, relation]));
  const computed = computedColumns(catalogue);
  const relations = createNameIndex<Relation>();
  const keyOf = createNameIndex<readonly string[]>();
  for (const row of catalogue.relations) {
    const primaryKey = keys.get(row.oid) ?? [];
    keyOf.add(row.schema, row.name, primaryKey);
    if (!row.exposed) continue;
    const parts = { primaryKey, findCast, computed: computed.get(row.oid) ?? noComputedColumns };
    relations.add(row.schema, row.name, toRelation(row, parts));
  }
  const relationships = createNameIndex<Relationship>();
  const routines = createNameIndex<Routine>();
  const direct = directRelationships(catalogue, views);
  const all: Relationship[] = [
    ...direct,
    ...junctionRelationships(direct, (schema, name) => keyOf.get(schema, name)[0] ?? []),
  ];
  const callable = catalogue.routines
    .map((row) => toRoutine(row, byOid))
    .filter((routine) => routine !== null);
  for (const routine of callable.sort(compareRoutines)) {
    routines.add(routine.schema, routine.name, routine);
  }
  for (const row of catalogue.routines) {
    const computed = toComputedRelationship(row, byOid);
    if (computed !== null) all.push(computed);
  }
  const isExposed = ({ schema, name }: QualifiedName) => relations.get(schema, name).length > 0;
  for (const relationship of all) {
    const { origin, target } = relationship;
    const junctions = relationship.kind === 'many-to-many' ? [relationship.junction] : [];
    if (origin.schema === target.schema && [origin, target, ...junctions].every(isExposed)) {
      relationships.add(origin.schema, origin.name, relationship);
    }
  }
  return {
    schemas,
    relation: (schema, name) => relations.get(schema, name)[0],
    relationNames: relations.names,
    relationships: relationships.get,
    relatedNames: relationships.names,
    routines: routines.get,
    routineNames: routines.names,
    mediaHandler: indexHandlers(catalogue),
    settings: readSettings(catalogue),
    role: (name) => roles.get(name),
  };
}
