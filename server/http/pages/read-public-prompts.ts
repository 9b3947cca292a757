import * as v from 'valibot';
import type {
  IncludedText,
  ListedPrompt,
  PublicFile,
  PublicPrompt,
} from '#contract/public-pages.ts';
import { DatabaseRefusal, type Database } from '#server/db/database.ts';
import { isUuid } from '#contract/uuid.ts';

/*
 * Reads of public pages. They run as anon, so that the database decides what is public. `caller`
 * is the key of the network address.
 */

/** The number of prompts on a page of /explore. */
export const explorePageSize = 24;

const rowSchema = v.object({
  id: v.string(),
  title: v.string(),
  description: v.nullable(v.string()),
  content: v.string(),
  tags: v.array(v.string()),
  category: v.nullable(v.string()),
  template_category: v.nullable(v.string()),
  icon: v.nullable(v.string()),
  version: v.number(),
  user_id: v.string(),
  created_at: v.string(),
  updated_at: v.string(),
  author_name: v.nullable(v.string()),
  author_avatar: v.nullable(v.string()),
  favorites_count: v.number(),
  forks_count: v.number(),
  comments_count: v.number(),
  is_cut: v.optional(v.boolean(), false),
  cursor: v.optional(v.string()),
});

/** Returns a public prompt; null for a private, deleted, unknown or malformed id. */
export async function readPublicPrompt(
  database: Database,
  id: string,
  caller: string,
): Promise<PublicPrompt | null> {
  if (!isUuid(id)) return null;
  const [prompt] = await read(database, caller, 'public.public_prompt($1::uuid)', [id]);
  if (prompt === undefined) return null;
  const files = await readPublicFiles(database, id, caller);
  return { ...prompt, files: files.map(({ objectName: _object, ...file }) => file) };
}

const fileSchema = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  size: v.number(),
  object_name: v.string(),
});

/** Returns the files of a public prompt, with the objects of the bucket attachments. */
export async function readPublicFiles(
  database: Database,
  promptId: string,
  caller: string,
): Promise<readonly (PublicFile & { readonly objectName: string })[]> {
  if (!isUuid(promptId)) return [];
  const rows = await readRows(
    database,
    caller,
    'select to_jsonb(f) from public.public_attachments($1::uuid) with ordinality f order by ordinality',
    [promptId],
  );
  return rows.map((row) => {
    const { object_name: objectName, ...file } = v.parse(fileSchema, row);
    return { ...file, objectName };
  });
}

export interface ExplorePage {
  readonly prompts: readonly ListedPrompt[];
  readonly next: string | null;
}

/** The longest search of /explore; more is cut. */
const maxQueryLength = 200;
/** PostgreSQL's texts have no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');
/** PostgreSQL's error for a cursor that belongs to no list. */
const invalidParameter = '22023';

/**
 * Returns a page of the public prompts that contain every word of `query`, newest first; null for a
 * malformed cursor.
 */
export async function readExplorePage(
  database: Database,
  query: string,
  cursor: string | null,
  caller: string,
): Promise<ExplorePage | null> {
  try {
    const rows = await read(database, caller, 'public.explore_prompts($1, $2, $3::integer)', [
      withoutNul(query).slice(0, maxQueryLength),
      cursor === null ? null : withoutNul(cursor),
      String(explorePageSize + 1),
    ]);
    const prompts = rows.slice(0, explorePageSize);
    const last = rows.length > explorePageSize ? prompts.at(-1) : undefined;
    return { prompts, next: last?.cursor ?? null };
  } catch (error) {
    if (error instanceof DatabaseRefusal && error.refusal.code === invalidParameter) return null;
    throw error;
  }
}

/** Returns all templates, by category. */
export function readTemplates(
  database: Database,
  caller: string,
): Promise<readonly ListedPrompt[]> {
  return read(database, caller, 'public.public_templates()', []);
}

async function read(
  database: Database,
  caller: string,
  source: string,
  values: readonly (string | null)[],
): Promise<(ListedPrompt & { readonly cursor?: string })[]> {
  const found = await readRows(
    database,
    caller,
    `select to_jsonb(p) from ${source} with ordinality p order by ordinality`,
    values,
  );
  const rows = found.map((row) => v.parse(rowSchema, row));
  const keys = [...new Set(rows.flatMap(({ content }) => includedKeys(content)))];
  const included = keys.length === 0 ? [] : await readIncluded(database, caller, keys);
  return rows.map((row) => {
    return {
      id: row.id,
      title: row.title,
      description: row.description ?? '',
      content: row.content,
      tags: row.tags,
      category: row.category ?? row.template_category,
      icon: row.icon,
      version: row.version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      author: { id: row.user_id, name: row.author_name, avatarUrl: row.author_avatar },
      favoritesCount: row.favorites_count,
      forksCount: row.forks_count,
      commentsCount: row.comments_count,
      isCut: row.is_cut,
      included: row.content.includes('{{>') ? included : [],
      files: [],
      ...(row.cursor === undefined ? {} : { cursor: row.cursor }),
    };
  });
}

/** Returns what included_texts may be asked for; it also answers for text in a reference's values. */
function includedKeys(content: string): string[] {
  const reference = /\{\{>[ \t]*([0-9a-f-]{36}(?:@[1-9]\d{0,8})?)/gi;
  return Array.from(content.matchAll(reference), ([, key = '']) => key.toLowerCase());
}

const includedSchema = v.object({
  ref: v.string(),
  prompt_id: v.string(),
  version: v.nullable(v.number()),
  title: v.nullable(v.string()),
  content: v.nullable(v.string()),
  gap: v.nullable(v.picklist(['missing', 'deleted', 'limit'])),
});

async function readIncluded(
  database: Database,
  caller: string,
  keys: readonly string[],
): Promise<readonly IncludedText[]> {
  const rows = await readRows(
    database,
    caller,
    'select to_jsonb(t) from public.included_texts(array(select jsonb_array_elements_text($1::jsonb))) t',
    [JSON.stringify(keys)],
  );
  return rows.map((row) => {
    const { prompt_id: id, ...text } = v.parse(includedSchema, row);
    return { ...text, id, isPublic: text.gap === null };
  });
}

async function readRows(
  database: Database,
  caller: string,
  text: string,
  values: readonly (string | null)[],
): Promise<unknown[]> {
  const { rows } = await database.requests.run(
    {
      role: 'anon',
      claims: '{"role":"anon"}',
      method: 'GET',
      path: '/',
      headers: '{}',
      searchPath: ['public'],
      readOnly: true,
      statementTimeoutMs: 3_000,
      caller,
      cost: 'steady',
    },
    { text, values: [...values] },
  );
  return rows.map(([json]): unknown => JSON.parse(json ?? ''));
}
