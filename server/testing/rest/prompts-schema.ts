import { buildSchemaCache } from '#server/rest/schema/build-schema-cache.ts';
import type { Catalogue } from '#server/rest/schema/introspection.ts';
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts';

function column(name: string, number: number, type = 'text', category = 'S') {
  return {
    name,
    number,
    type,
    base_type: type,
    base_name: type,
    category,
    nullable: true,
    default_sql: null,
    comment: null,
  };
}

function table(oid: number, name: string, columns: ReturnType<typeof column>[], key: number[]) {
  return {
    oid,
    schema: 'public',
    name,
    kind: 'r',
    exposed: true,
    comment: null,
    events: 28,
    columns,
    keys: [{ kind: 'p', columns: key }],
    definition: null,
  };
}

const catalogue: Catalogue = {
  relations: [
    table(
      1,
      'prompts',
      [
        column('id', 1, 'uuid', 'U'),
        column('title', 2),
        column('user_id', 3, 'uuid', 'U'),
        column('deleted_at', 4, 'timestamp with time zone', 'D'),
        column('created_at', 5, 'timestamp with time zone', 'D'),
        column('tags', 6, 'text[]', 'A'),
        column('data', 7, 'jsonb', 'U'),
      ],
      [1],
    ),
    table(
      2,
      'favorites',
      [column('user_id', 1, 'uuid', 'U'), column('prompt_id', 2, 'uuid', 'U')],
      [1, 2],
    ),
  ],
  foreign_keys: [
    {
      name: 'favorites_prompt_id_fkey',
      origin: 2,
      target: 1,
      origin_columns: [2],
      target_columns: [1],
    },
  ],
  routines: [
    {
      schema: 'public',
      name: 'newest',
      comment: null,
      statement_timeout: null,
      isolation: null,
      volatility: 's',
      set: true,
      rows: 1000,
      argument_names: ['since', 'most'],
      argument_modes: null,
      argument_types: ['date', 'integer'],
      argument_relations: [0, 0],
      defaults: 1,
      return_type: 'public.prompts',
      return_kind: 'c',
      return_name: 'prompts',
      return_relation: 1,
    },
  ],
  representations: [],
  media_handlers: [],
  role_settings: [],
};

/** Returns a schema cache of two tables and a function, built without a database. */
export function promptsSchema(settings: Catalogue['role_settings'] = []): SchemaCache {
  return buildSchemaCache({ ...catalogue, role_settings: settings }, ['public']);
}
