import type { Tables } from '#contract/database.types.ts';
import { db } from '#web/data/backend/client.ts';
import { findReferences } from '#web/lib/variables/references.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import {
  readAllPages,
  newestFirst,
  nextKey,
  type PageKey,
} from '#web/data/backend/keyset-pages.ts';

/* A person's library as rows, a page at a time: a tab should not hold a large library twice. */

const stateColumns =
  'title, content, description, tags, is_public, category, icon, group_id, created_at';
const promptColumns =
  `id, ${stateColumns}, updated_at, forked_from, forked_from_version, favorites(user_id),
  prompt_uses(used_at, uses, last_values),
  prompt_versions(version_number, change_description, ${stateColumns})` as const;
const groupColumns = 'id, name, description, created_at, updated_at';
const chainColumns =
  'id, title, description, created_at, updated_at, chain_prompts(id, prompt_id, sequence_order, title, content, bindings)';
const runColumns = 'id, chain_id, title, state, steps, answers, created_at, updated_at';
const commentColumns =
  'id, prompt_id, user_id, body, created_at, updated_at, profiles(full_name), prompts:readable_prompts(title, deleted_at)';
const commentsOfOthers =
  'id, prompt_id, user_id, body, created_at, updated_at, profiles(full_name), prompts!inner(title, deleted_at)';
const useColumns =
  'prompt_id, used_at, uses, last_values, prompts:readable_prompts!inner(title, user_id)';

type State = Pick<
  Tables<'prompt_versions'>,
  | 'title'
  | 'content'
  | 'description'
  | 'tags'
  | 'is_public'
  | 'category'
  | 'icon'
  | 'group_id'
  | 'created_at'
>;

type ExportedUse = Pick<Tables<'prompt_uses'>, 'used_at' | 'uses' | 'last_values'>;

export interface ExportedPrompt extends State {
  readonly id: string;
  readonly updated_at: string;
  readonly forked_from: string | null;
  readonly forked_from_version: number | null;
  readonly favorites: readonly { readonly user_id: string }[];
  readonly prompt_uses: readonly ExportedUse[];
  readonly prompt_versions: readonly (State &
    Pick<Tables<'prompt_versions'>, 'version_number' | 'change_description'>)[];
}

export type ExportedGroup = Pick<
  Tables<'groups'>,
  'id' | 'name' | 'description' | 'created_at' | 'updated_at'
>;

export interface ExportedChain extends Pick<
  Tables<'chains'>,
  'id' | 'title' | 'description' | 'created_at' | 'updated_at'
> {
  readonly chain_prompts: readonly Pick<
    Tables<'chain_prompts'>,
    'id' | 'prompt_id' | 'sequence_order' | 'title' | 'content' | 'bindings'
  >[];
}

export type ExportedRun = Pick<
  Tables<'chain_runs'>,
  'id' | 'chain_id' | 'title' | 'state' | 'steps' | 'answers' | 'created_at' | 'updated_at'
>;

export interface ExportedComment extends Pick<
  Tables<'comments'>,
  'id' | 'prompt_id' | 'user_id' | 'body' | 'created_at' | 'updated_at'
> {
  readonly profiles: { readonly full_name: string | null } | null;
  /** Null when the prompt can no longer be read. */
  readonly prompts: { readonly title: string; readonly deleted_at: string | null } | null;
}

export interface ExportedForeignUse extends ExportedUse {
  readonly prompt_id: string;
  readonly prompts: { readonly title: string; readonly user_id: string };
}

export type ExportedRows =
  | { readonly kind: 'groups'; readonly rows: readonly ExportedGroup[] }
  | { readonly kind: 'prompts'; readonly rows: readonly ExportedPrompt[] }
  | { readonly kind: 'chains'; readonly rows: readonly ExportedChain[] }
  | { readonly kind: 'runs'; readonly rows: readonly ExportedRun[] }
  | {
      readonly kind: 'comments';
      readonly userId: string;
      readonly rows: readonly ExportedComment[];
    }
  | { readonly kind: 'uses'; readonly rows: readonly ExportedForeignUse[] }
  | { readonly kind: 'titles'; readonly rows: readonly ExportedTitle[] };

/** The title of a prompt that exported ones include. */
type ExportedTitle = Pick<Tables<'prompts'>, 'id' | 'title'>;

const pageSize = 100;
/** Smaller, since a run contains the texts of all its steps. */
const runPageSize = 20;

/**
 * Yields the rows; prompts newest first, each with its whole history. With `ids` only those
 * prompts and the titles of others that they include, without chains, runs, comments and uses.
 * Leaves out deleted rows.
 */
export async function* readForExport(
  userId: string,
  ids: readonly string[] | null,
  signal: AbortSignal,
): AsyncGenerator<ExportedRows, void, undefined> {
  yield { kind: 'groups', rows: await ownGroups(userId, signal) };
  if (ids) {
    const included = new Set<string>();
    for (let from = 0; from < ids.length; from += pageSize) {
      const some = ids.slice(from, from + pageSize);
      const rows = unwrap(await ownPrompts(userId).in('id', some).abortSignal(signal));
      for (const row of rows) addIncludedIds(row, included);
      yield { kind: 'prompts', rows };
    }
    for (const id of ids) included.delete(id);
    const others = [...included];
    for (let from = 0; from < others.length; from += pageSize) {
      const titles = db.from('readable_prompts').select('id, title');
      const some = others.slice(from, from + pageSize);
      yield { kind: 'titles', rows: unwrap(await titles.in('id', some).abortSignal(signal)) };
    }
    return;
  }
  let after: PageKey = null;
  do {
    const page = newestFirst(ownPrompts(userId), 'created_at', after, pageSize);
    const rows: ExportedPrompt[] = unwrap(await page.abortSignal(signal));
    yield { kind: 'prompts', rows };
    after = nextKey(rows, pageSize, ({ created_at: at }) => at);
  } while (after);
  yield { kind: 'chains', rows: await ownChains(userId, signal) };
  for await (const rows of pages(runPageSize, (last) => ownRuns(userId, last, signal))) {
    yield { kind: 'runs', rows };
  }
  for (const authors of ['own', 'others'] as const) {
    const read = (after: PageKey) => readComments(userId, authors, after, signal);
    for await (const rows of pages(pageSize, read)) yield { kind: 'comments', userId, rows };
  }
  yield { kind: 'uses', rows: await foreignUses(userId, signal) };
}

function addIncludedIds(prompt: ExportedPrompt, ids: Set<string>): void {
  for (const { content } of [prompt, ...prompt.prompt_versions]) {
    for (const { id } of findReferences(content)) if (id !== null) ids.add(id);
  }
}

/** Yields page after page, each after the last row of the one before, until one is not full. */
async function* pages<Row extends { readonly id: string; readonly created_at: string }>(
  size: number,
  read: (after: PageKey) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void, undefined> {
  let after: PageKey = null;
  do {
    const rows = await read(after);
    yield rows;
    after = nextKey(rows, size, ({ created_at: at }) => at);
  } while (after);
}

async function ownRuns(
  userId: string,
  after: PageKey,
  signal: AbortSignal,
): Promise<readonly ExportedRun[]> {
  const own = db.from('chain_runs').select(runColumns).eq('user_id', userId);
  return unwrap(await newestFirst(own, 'created_at', after, runPageSize).abortSignal(signal));
}

/** Reads the person's own comments on all prompts, or those of others on the person's prompts. */
async function readComments(
  userId: string,
  authors: 'own' | 'others',
  after: PageKey,
  signal: AbortSignal,
): Promise<readonly ExportedComment[]> {
  if (authors === 'own') {
    const own = db.from('comments').select(commentColumns).eq('user_id', userId);
    return unwrap(await newestFirst(own, 'created_at', after, pageSize).abortSignal(signal));
  }
  const others = db
    .from('comments')
    .select(commentsOfOthers)
    .neq('user_id', userId)
    .eq('prompts.user_id', userId)
    .is('prompts.deleted_at', null);
  return unwrap(await newestFirst(others, 'created_at', after, pageSize).abortSignal(signal));
}

function foreignUses(userId: string, signal: AbortSignal): Promise<ExportedForeignUse[]> {
  return readAllPages<ExportedForeignUse>(async (last, size) => {
    let request = db
      .from('prompt_uses')
      .select(useColumns)
      .eq('user_id', userId)
      .neq('prompts.user_id', userId)
      .order('prompt_id')
      .limit(size);
    if (last) request = request.gt('prompt_id', last.prompt_id);
    return unwrap(await request.abortSignal(signal));
  });
}

function ownPrompts(userId: string) {
  return db.from('prompts').select(promptColumns).eq('user_id', userId).is('deleted_at', null);
}

function ownGroups(userId: string, signal: AbortSignal): Promise<ExportedGroup[]> {
  return readAllPages<ExportedGroup>(async (last, size) => {
    const own = db.from('groups').select(groupColumns).eq('user_id', userId).is('deleted_at', null);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(own, 'created_at', after, size).abortSignal(signal));
  });
}

function ownChains(userId: string, signal: AbortSignal): Promise<ExportedChain[]> {
  return readAllPages<ExportedChain>(async (last, size) => {
    const own = db.from('chains').select(chainColumns).eq('user_id', userId);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(own, 'created_at', after, size).abortSignal(signal));
  });
}
