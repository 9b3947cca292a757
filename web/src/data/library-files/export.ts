import type { PostgrestSingleResponse } from '@supabase/postgrest-js';
import { maxPageSize, readAllPages } from '#contract/read-all-pages.ts';
import { db } from '#web/data/backend/client.ts';
import { findReferences } from '#templating/references.ts';
import { unwrap } from '#web/data/backend/data-error.ts';
import {
  newestFirst,
  nextKey,
  type KeyedRow,
  type Pageable,
  type PageKey,
} from '#web/data/backend/keyset-pages.ts';

/* A library as rows, a page at a time: a tab should not hold a large library twice. */

const stateColumns =
  'title, content, description, tags, is_public, category, icon, group_id, created_at';
const promptColumns =
  `id, ${stateColumns}, updated_at, forked_from, forked_from_version, shared_version, favorites(user_id),
  prompt_uses(used_at, uses, last_values),
  prompt_attachments(id, name, type, object_name, removed_at),
  prompt_versions(version_number, change_description, ${stateColumns})` as const;
const chainColumns =
  'id, title, description, created_at, updated_at, chain_prompts(id, prompt_id, sequence_order, title, content, bindings)';
const commentColumns =
  'id, prompt_id, user_id, body, created_at, updated_at, profiles(full_name)' as const;

const livePrompts = () => db.from('prompts').select(promptColumns).is('deleted_at', null);

const ownPrompts = (userId: string) => livePrompts().eq('user_id', userId);

const liveGroups = () =>
  db
    .from('groups')
    .select('id, name, parent:parent_id, description, created_at, updated_at')
    .is('deleted_at', null);

const allChains = () => db.from('chains').select(chainColumns);

const ownRuns = (userId: string) =>
  db
    .from('chain_runs')
    .select('id, chain_id, title, state, steps, answers, created_at, updated_at')
    .eq('user_id', userId);

const ownComments = (userId: string) =>
  db
    .from('comments')
    .select(`${commentColumns}, prompts:readable_prompts(title, deleted_at)`)
    .eq('user_id', userId);

const commentsOfOthers = (userId: string) =>
  db
    .from('comments')
    .select(`${commentColumns}, prompts!inner(title, deleted_at)`)
    .neq('user_id', userId)
    .eq('prompts.user_id', userId)
    .is('prompts.deleted_at', null);

const foreignUses = (userId: string) =>
  db
    .from('prompt_uses')
    .select('prompt_id, used_at, uses, last_values, prompts:readable_prompts!inner(title, user_id)')
    .eq('user_id', userId)
    .neq('prompts.user_id', userId)
    .order('prompt_id');

type RowOf<Read extends (userId: string) => PromiseLike<{ readonly data: unknown[] | null }>> =
  NonNullable<Awaited<ReturnType<Read>>['data']>[number];

export type ExportedPrompt = RowOf<typeof ownPrompts>;
export type ExportedGroup = RowOf<typeof liveGroups>;
export type ExportedChain = RowOf<typeof allChains>;
export type ExportedRun = RowOf<typeof ownRuns>;
type CommentRow = RowOf<typeof ownComments>;
export type ExportedComment = Omit<CommentRow, 'prompts'> & {
  /** Null when the prompt can no longer be read. */
  readonly prompts: CommentRow['prompts'] | null;
};
export type ExportedForeignUse = RowOf<typeof foreignUses>;

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
  /** The titles of prompts that exported ones include. */
  | { readonly kind: 'titles'; readonly rows: readonly Pick<ExportedPrompt, 'id' | 'title'>[] };

/** Some prompts of the user or a team by their ids, everything of the user, or the library of a team. */
export type ExportScope =
  | { readonly kind: 'selection'; readonly ids: readonly string[]; readonly teamId?: string }
  | { readonly kind: 'everything' }
  | { readonly kind: 'team'; readonly teamId: string };

const pageSize = 100;
/** Smaller, since a run contains the texts of all its steps. */
const runPageSize = 20;

/**
 * Yields the rows; prompts newest first, each with its whole history. A selection has only groups,
 * prompts and the titles of others that these include, a team its chains as well: both without runs,
 * comments and uses. Leaves out deleted rows.
 */
export async function* readForExport(
  userId: string,
  scope: ExportScope,
  signal: AbortSignal,
): AsyncGenerator<ExportedRows, void, undefined> {
  const teamId = scope.kind === 'everything' ? undefined : scope.teamId;
  const groups = () =>
    teamId === undefined ? liveGroups().eq('user_id', userId) : liveGroups().eq('team_id', teamId);
  for await (const rows of pages(groups, signal, maxPageSize)) {
    yield { kind: 'groups', rows };
  }
  if (scope.kind !== 'everything') {
    const exported = new Set<string>();
    const included = new Set<string>();
    for await (const rows of promptsOf(userId, scope, signal)) {
      for (const row of rows) {
        exported.add(row.id);
        addIncludedIds([row, ...row.prompt_versions], included);
      }
      yield { kind: 'prompts', rows };
    }
    if (scope.kind === 'team') {
      const chains = () => allChains().eq('team_id', scope.teamId);
      for await (const rows of pages(chains, signal, maxPageSize)) {
        for (const { chain_prompts: steps } of rows) addIncludedIds(steps, included);
        yield { kind: 'chains', rows };
      }
    }
    for (const some of slices([...included].filter((id) => !exported.has(id)))) {
      const titles = db.from('readable_prompts').select('id, title').in('id', some);
      yield { kind: 'titles', rows: unwrap(await titles.abortSignal(signal)) };
    }
    return;
  }
  for await (const rows of pages(() => ownPrompts(userId), signal)) yield { kind: 'prompts', rows };
  for await (const rows of pages(() => allChains().eq('user_id', userId), signal, maxPageSize)) {
    yield { kind: 'chains', rows };
  }
  for await (const rows of pages(() => ownRuns(userId), signal, runPageSize)) {
    yield { kind: 'runs', rows };
  }
  for await (const rows of pages(() => ownComments(userId), signal)) {
    yield { kind: 'comments', userId, rows };
  }
  for await (const rows of pages(() => commentsOfOthers(userId), signal)) {
    yield { kind: 'comments', userId, rows };
  }
  const uses = await readAllPages<ExportedForeignUse>(async (last, size) => {
    const page = foreignUses(userId).limit(size).abortSignal(signal);
    return unwrap(await (last ? page.gt('prompt_id', last.prompt_id) : page));
  });
  yield { kind: 'uses', rows: uses };
}

/** Yields prompts of a selection or a team. A team's begin with the version that it may read. */
async function* promptsOf(
  userId: string,
  scope: Exclude<ExportScope, { kind: 'everything' }>,
  signal: AbortSignal,
): AsyncGenerator<readonly ExportedPrompt[], void, undefined> {
  const { teamId } = scope;
  const inLibrary = () =>
    teamId === undefined ? ownPrompts(userId) : livePrompts().eq('team_id', teamId);
  const cut = (rows: readonly ExportedPrompt[]) =>
    teamId === undefined ? rows : rows.map(withoutUnsharedVersions);
  if (scope.kind === 'selection') {
    for (const some of slices(scope.ids)) {
      yield cut(unwrap(await inLibrary().in('id', some).abortSignal(signal)));
    }
    return;
  }
  for await (const rows of pages(inLibrary, signal)) yield cut(rows);
}

/** Leaves out versions from before a prompt was shared with its team, which its owner reads too. */
function withoutUnsharedVersions(prompt: ExportedPrompt): ExportedPrompt {
  const first = prompt.shared_version ?? 1;
  const versions = prompt.prompt_versions.filter((version) => version.version_number >= first);
  return { ...prompt, prompt_versions: versions };
}

function addIncludedIds(
  texts: readonly { readonly content: string | null }[],
  ids: Set<string>,
): void {
  for (const { content } of texts) {
    for (const { id } of findReferences(content ?? '')) if (id !== null) ids.add(id);
  }
}

function* slices(ids: readonly string[]): Generator<string[], void, undefined> {
  for (let from = 0; from < ids.length; from += pageSize) yield ids.slice(from, from + pageSize);
}

interface ListRequest<Row> extends Pageable, PromiseLike<PostgrestSingleResponse<Row[]>> {
  abortSignal(signal: AbortSignal): this;
}

/** Yields page after page, newest first, until one is not full. */
async function* pages<Row extends KeyedRow>(
  request: () => ListRequest<Row>,
  signal: AbortSignal,
  size = pageSize,
): AsyncGenerator<readonly Row[], void, undefined> {
  let after: PageKey = null;
  do {
    const page = newestFirst(request(), 'created_at', after, size);
    const rows: Row[] = unwrap(await page.abortSignal(signal));
    yield rows;
    after = nextKey(rows, size, ({ created_at: at }) => at);
  } while (after);
}
