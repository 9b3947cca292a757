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

const livePromptIds = () => db.from('prompts').select('id, created_at').is('deleted_at', null);

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

export type ExportedPrompt = RowOf<typeof livePrompts>;
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
 *
 * The library may change meanwhile, since each page is a request of its own. So rows are read before
 * the rows that they refer to: runs before chains, and chains before the prompts that are new since.
 */
export async function* readForExport(
  userId: string,
  scope: ExportScope,
  signal: AbortSignal,
): AsyncGenerator<ExportedRows, void, undefined> {
  const reader = new LibraryReader(userId, scope, signal);
  yield* reader.groups();
  if (scope.kind === 'selection') {
    yield* reader.prompts(scope.ids);
    yield* reader.titles();
    return;
  }
  yield* reader.prompts();
  if (scope.kind === 'everything') yield* ownActivity(userId, signal);
  yield* reader.chains();
  yield* reader.newPrompts();
  if (scope.kind === 'team') yield* reader.titles();
}

/** Yields a user's runs, comments, the comments on their prompts, and their uses of others' prompts. */
async function* ownActivity(
  userId: string,
  signal: AbortSignal,
): AsyncGenerator<ExportedRows, void, undefined> {
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

/** Reads the library of a user or a team, and remembers what it has read. */
class LibraryReader {
  readonly #scope: ExportScope;
  readonly #signal: AbortSignal;
  readonly #teamId: string | undefined;
  readonly #owner: readonly [column: 'user_id' | 'team_id', id: string];
  readonly #groups = new Set<string>();
  readonly #prompts = new Set<string>();
  /** The ids of prompts that the ones read include. */
  readonly #included = new Set<string>();

  constructor(userId: string, scope: ExportScope, signal: AbortSignal) {
    this.#scope = scope;
    this.#signal = signal;
    this.#teamId = scope.kind === 'everything' ? undefined : scope.teamId;
    this.#owner = this.#teamId === undefined ? ['user_id', userId] : ['team_id', this.#teamId];
  }

  /** Yields the groups that were not read before. */
  async *groups(): AsyncGenerator<ExportedRows, void, undefined> {
    const request = () => liveGroups().eq(...this.#owner);
    for await (const rows of pages(request, this.#signal, maxPageSize)) {
      const added = rows.filter(({ id }) => !this.#groups.has(id));
      for (const { id } of added) this.#groups.add(id);
      yield { kind: 'groups', rows: added };
    }
  }

  /** Yields all prompts, or those with some ids. */
  async *prompts(ids?: readonly string[]): AsyncGenerator<ExportedRows, void, undefined> {
    if (ids === undefined) {
      const request = () => livePrompts().eq(...this.#owner);
      for await (const rows of pages(request, this.#signal)) yield* this.#withGroups(rows);
      return;
    }
    for (const some of slices(ids)) {
      const request = livePrompts()
        .eq(...this.#owner)
        .in('id', some);
      yield* this.#withGroups(unwrap(await request.abortSignal(this.#signal)));
    }
  }

  /** Yields the prompts that were created, restored or moved here while others were read. */
  async *newPrompts(): AsyncGenerator<ExportedRows, void, undefined> {
    const request = () => livePromptIds().eq(...this.#owner);
    for await (const rows of pages(request, this.#signal, maxPageSize)) {
      const ids = rows.map(({ id }) => id);
      yield* this.prompts(ids.filter((id) => !this.#prompts.has(id)));
    }
  }

  async *chains(): AsyncGenerator<ExportedRows, void, undefined> {
    const request = () => allChains().eq(...this.#owner);
    for await (const rows of pages(request, this.#signal, maxPageSize)) {
      for (const { chain_prompts: steps } of rows) this.#addIncludedIds(steps);
      yield { kind: 'chains', rows };
    }
  }

  /** Yields the titles of included prompts that were not read. */
  async *titles(): AsyncGenerator<ExportedRows, void, undefined> {
    for (const some of slices([...this.#included].filter((id) => !this.#prompts.has(id)))) {
      const titles = db.from('readable_prompts').select('id, title').in('id', some);
      yield { kind: 'titles', rows: unwrap(await titles.abortSignal(this.#signal)) };
    }
  }

  /** Yields prompts after the groups that they were moved to since groups were read. */
  async *#withGroups(
    prompts: readonly ExportedPrompt[],
  ): AsyncGenerator<ExportedRows, void, undefined> {
    const unknown = prompts.flatMap(({ group_id: id }) =>
      id === null || this.#groups.has(id) ? [] : [id],
    );
    if (unknown.length > 0) {
      yield* this.groups();
      // A group that is deleted by now, or another library's, is not looked for again.
      for (const id of unknown) this.#groups.add(id);
    }
    // A team's prompts begin with the version that it may read.
    const rows = this.#teamId === undefined ? prompts : prompts.map(withoutUnsharedVersions);
    for (const row of rows) {
      this.#prompts.add(row.id);
      this.#addIncludedIds([row, ...row.prompt_versions]);
    }
    yield { kind: 'prompts', rows };
  }

  #addIncludedIds(texts: readonly { readonly content: string | null }[]): void {
    // The file of everything keeps ids, and has no use for titles.
    if (this.#scope.kind === 'everything') return;
    for (const { content } of texts) {
      for (const { id } of findReferences(content ?? '')) if (id !== null) this.#included.add(id);
    }
  }
}

/** Leaves out versions from before a prompt was shared with its team, which its owner reads too. */
function withoutUnsharedVersions(prompt: ExportedPrompt): ExportedPrompt {
  const first = prompt.shared_version ?? 1;
  const versions = prompt.prompt_versions.filter((version) => version.version_number >= first);
  return { ...prompt, prompt_versions: versions };
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
