import { setImmediate as nextTurn } from 'node:timers/promises';
import * as v from 'valibot';
import { parseJson } from '#server/http/json/parse-json.ts';
import { LibraryError } from '#server/library/library-error.ts';
import type { Library } from '#server/library/library.ts';
import { promptName } from '#contract/prompt-reference.ts';
import { findVariables, type Variable } from '#templating/variables.ts';

/** The prompts that are listed. Every other prompt of the library is found by its name. */
export type PromptSet =
  | { readonly kind: 'favourites' }
  | { readonly kind: 'group'; readonly id: string }
  /** The results of a search of the library. */
  | { readonly kind: 'search'; readonly query: string };

export interface ListedPrompt {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** Never empty: the start of the text stands in for a missing description. */
  readonly description: string;
  readonly variables: readonly Variable[];
  readonly updatedAt: string;
}

export interface PromptPage {
  readonly prompts: readonly ListedPrompt[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

const pageSize = 50;
/**
 * Variables behind this are not listed, though filled in. It bounds what a page reads, and searches of
 * the texts that its prompts include.
 */
const maxReadCharacters = 100_000;
/** A text of so many characters may have 15,000; each of a page takes time and room. */
const maxListedVariables = 100;
const maxDescriptionCharacters = 300;

const groupPattern = /^group:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const tagPattern = /^tag:([^"]{1,50})$/;
/** A path of groups, which includes those below it. */
const pathPattern = /^in:(.{1,900})$/s;

/** Parses the address's `list` parameter; null if it names no set. */
export function parsePromptSet(list: string | null): PromptSet | null {
  if (list === null || list === 'favourites' || list === 'favorites') return { kind: 'favourites' };
  const id = groupPattern.exec(list)?.[1];
  if (id !== undefined) return { kind: 'group', id: id.toLowerCase() };
  const path = pathPattern.exec(list)?.[1]?.trim();
  if (path) return { kind: 'search', query: `in:"${path.replaceAll(/\\.|["\\]/gs, escapeLone)}"` };
  const tag = tagPattern.exec(list)?.[1]?.trim();
  return tag === undefined || tag === '' ? null : { kind: 'search', query: `tag:"${tag}"` };
}

/** Escapes a quotation mark or a backslash at the end; what is escaped already stays. */
function escapeLone(found: string): string {
  return found.length === 1 ? `\\${found}` : found;
}

const row = v.object({
  /** The keys after which the next page starts. */
  cursor: v.array(v.string()),
  /** Null: the prompt is deleted, or not readable any more. */
  prompt: v.nullable(
    v.object({
      id: v.string(),
      title: v.string(),
      description: v.nullable(v.string()),
      content: v.string(),
      updated_at: v.string(),
    }),
  ),
});

const promptSql = `case when p.id is not null then json_build_object('id', p.id, 'title', p.title,
  'description', p.description, 'content', left(p.content, ${maxReadCharacters}),
  'updated_at', p.updated_at) end`;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const limit = pageSize + 1;

/** Pages start after the keys of the row before, so each is read from an index. */
const favouritesSql = `with page as materialized (
    select f.prompt_id, f.created_at from public.favorites f
    where f.user_id = auth.uid()
      and (f.created_at, f.prompt_id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, '${lastId}'))
    order by f.created_at desc, f.prompt_id desc limit ${limit}
  )
  select json_build_object('cursor', json_build_array(page.created_at, page.prompt_id), 'prompt', ${promptSql})
  from page left join lateral (
    select * from public.readable_prompts r where r.id = page.prompt_id and r.deleted_at is null
  ) p on true
  order by page.created_at desc, page.prompt_id desc`;
const groupSql = `select json_build_object('cursor', json_build_array(p.created_at, p.id), 'prompt', ${promptSql})
  from public.prompts p
  where p.group_id = $3::uuid and p.deleted_at is null
    and (p.created_at, p.id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2::uuid, '${lastId}'))
  order by p.created_at desc, p.id desc limit ${limit}`;
const searchSql = `with page as materialized (
    select s.id, s.cursor, row_number() over () as place
    from public.search_prompts($2, 'library', null, $1, ${limit}) s
  )
  select json_build_object('cursor', json_build_array(page.cursor), 'prompt', ${promptSql})
  from page left join public.readable_prompts p on p.id = page.id
  order by page.place`;

const cursorForms = {
  favourites: v.tuple([v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.string(), v.uuid())]),
  group: v.tuple([v.pipe(v.string(), v.isoTimestamp()), v.pipe(v.string(), v.uuid())]),
  search: v.tuple([v.string()]),
} as const;

/** Returns a page of a set, in an order that doesn't depend on how large the library is. */
export async function readPromptPage(
  library: Library,
  set: PromptSet,
  cursor: string | undefined,
): Promise<PromptPage> {
  const keys = cursor === undefined ? [] : decodeCursor(set, cursor);
  const rows = await readRows(library, set, keys);
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  const found = shown.flatMap(({ prompt }) => prompt ?? []);
  const texts = await library.expandTexts(found.map(({ content }) => content));
  const prompts: ListedPrompt[] = [];
  for (const [index, { id, title, description, content, updated_at }] of found.entries()) {
    // Long texts take a while: other requests get their turn in between.
    await nextTurn();
    const text = (texts[index] ?? '').slice(0, maxReadCharacters);
    prompts.push({
      id,
      name: promptName({ id, title }),
      title,
      description: describe(description, content) || title,
      variables: findVariables(text).slice(0, maxListedVariables),
      updatedAt: new Date(updated_at).toISOString(),
    });
  }
  return { prompts, next: last === undefined ? null : encodeCursor(last.cursor) };
}

function readRows(library: Library, set: PromptSet, keys: readonly string[]) {
  const [first = null, second = null] = keys;
  switch (set.kind) {
    case 'favourites':
      return library.query(row, favouritesSql, [first, second]);
    case 'group':
      return library.query(row, groupSql, [first, second, set.id]);
    case 'search':
      return library.query(row, searchSql, [first, set.query]);
  }
}

function encodeCursor(keys: readonly string[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

function decodeCursor({ kind }: PromptSet, cursor: string): readonly string[] {
  const keys = parseJson(Buffer.from(cursor, 'base64url').toString());
  const parsed = v.safeParse(cursorForms[kind], keys);
  if (!parsed.success) {
    throw new LibraryError('invalid', 'This cursor is not from an earlier page of this list.');
  }
  return parsed.output;
}

/** Returns a description in one line. */
export function describe(description: string | null, content: string): string {
  const text = (description ?? '').trim() || content;
  const line = text
    .slice(0, 2 * maxDescriptionCharacters)
    // Half of a cut character is no valid JSON to strict clients, which would refuse the whole list.
    .replace(/\p{Cs}$/u, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= maxDescriptionCharacters) return line;
  return `${characters.slice(0, maxDescriptionCharacters - 1).join('')}…`;
}
