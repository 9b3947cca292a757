import type { Tables } from '#contract/database.types.ts';
import { db } from './client.ts';
import { unwrap } from './fail.ts';
import { completeList, newestFirst, nextKey, type PageKey } from './page-by-key.ts';

/*
 * Everything that a person owns, as the tables hold it, a page at a time: the whole of a large library is more than a
 * page of the browser should hold twice.
 */

const stateColumns =
  'title, content, description, tags, is_public, category, icon, group_id, created_at';
const promptColumns =
  `id, ${stateColumns}, updated_at, forked_from, forked_from_version, favorites(user_id),
  prompt_versions(version_number, change_description, ${stateColumns})` as const;
const groupColumns = 'id, name, description, created_at, updated_at';
const chainColumns =
  'id, title, description, created_at, updated_at, chain_prompts(prompt_id, sequence_order)';

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

export interface ExportedPrompt extends State {
  readonly id: string;
  readonly updated_at: string;
  readonly forked_from: string | null;
  readonly forked_from_version: number | null;
  readonly favorites: readonly { readonly user_id: string }[];
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
  readonly chain_prompts: readonly {
    readonly prompt_id: string | null;
    readonly sequence_order: number;
  }[];
}

export type ExportedRows =
  | { readonly kind: 'groups'; readonly rows: readonly ExportedGroup[] }
  | { readonly kind: 'prompts'; readonly rows: readonly ExportedPrompt[] }
  | { readonly kind: 'chains'; readonly rows: readonly ExportedChain[] };

const pageSize = 100;

/**
 * The rows, prompts newest first, each with its whole history. With `ids` only those prompts, without chains. What is
 * deleted is left out.
 */
export async function* readForExport(
  userId: string,
  ids: readonly string[] | null,
  signal: AbortSignal,
): AsyncGenerator<ExportedRows, void, undefined> {
  yield { kind: 'groups', rows: await ownGroups(userId, signal) };
  if (ids) {
    for (let from = 0; from < ids.length; from += pageSize) {
      const some = ids.slice(from, from + pageSize);
      const rows = unwrap(await ownPrompts(userId).in('id', some).abortSignal(signal));
      yield { kind: 'prompts', rows };
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
}

function ownPrompts(userId: string) {
  return db.from('prompts').select(promptColumns).eq('user_id', userId).is('deleted_at', null);
}

function ownGroups(userId: string, signal: AbortSignal): Promise<ExportedGroup[]> {
  return completeList<ExportedGroup>(async (last, size) => {
    const own = db.from('groups').select(groupColumns).eq('user_id', userId).is('deleted_at', null);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(own, 'created_at', after, size).abortSignal(signal));
  });
}

function ownChains(userId: string, signal: AbortSignal): Promise<ExportedChain[]> {
  return completeList<ExportedChain>(async (last, size) => {
    const own = db.from('chains').select(chainColumns).eq('user_id', userId);
    const after: PageKey = last ? [last.created_at, last.id] : null;
    return unwrap(await newestFirst(own, 'created_at', after, size).abortSignal(signal));
  });
}
