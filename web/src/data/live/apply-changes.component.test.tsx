import { QueryClient, QueryObserver, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Group } from '#web/data/groups/groups.ts';
import { buildPrompt, buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import type { PromptPage } from '#web/data/prompts/lists/prompt-pages.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { applyChanges, applyUses } from './apply-changes.ts';
import { movesRows, type Refresh } from './refresh-after-changes.ts';
import type { LiveChange } from './live-change.ts';

const me = 'me';
let client: QueryClient;
const listKey = queryKeys.prompts.list('mine', me, '');
const groupsKey = queryKeys.groups.list(me);
const kitchen: Group = {
  id: 'g',
  name: 'Kitchen',
  description: '',
  createdAt: '',
  updatedAt: '1',
  parentId: null,
  teamId: null,
  promptCount: 1,
};

beforeEach(() => {
  client = new QueryClient();
  const cached = buildPrompt('Cake', { id: 'p', version: 2 });
  const page: PromptPage = { prompts: [cached], next: null, typoForgiven: false };
  client.setQueryData(listKey, { pages: [page], pageParams: [null] });
  client.setQueryData(groupsKey, [kitchen]);
});

const listed = () =>
  client.getQueryData<InfiniteData<PromptPage>>(listKey)?.pages.flatMap(({ prompts }) => prompts);

/** Applies a change of the cached prompt, and returns what is to be refetched. */
function change(row: object, type: LiveChange['type'] = 'UPDATE'): string[] {
  const whole = { id: 'p', title: 'Cake', content: 'Content', version: 2, ...row };
  const { refreshes } = applyChanges(client, me, [{ table: 'prompts', type, row: whole }]);
  return [...refreshes];
}

describe('applyChanges', () => {
  it('shows a changed prompt in place, and refetches only arranged lists', () => {
    const row = { title: 'Bread', content: 'Take flour.', version: 3, tags: ['rye'] };
    expect(change(row)).toEqual(['order']);
    expect(listed()).toMatchObject([
      { title: 'Bread', content: 'Take flour.', preview: 'Take flour.', version: 3, tags: ['rye'] },
    ]);
  });

  it('leaves nothing to do after a change that is shown already, or of an older version', () => {
    const before = client.getQueryData(listKey);
    expect(change({})).toEqual([]);
    expect(change({ title: 'Old', version: 1 })).toEqual([]);
    expect(client.getQueryData(listKey)).toBe(before);
    const { title, version, category, icon } = buildPrompt('Cake', { version: 2 });
    const inCommunity = { id: 'p', title, version, category, icon };
    client.setQueryData([...queryKeys.prompts.communities, me], {
      pages: [{ prompts: [inCommunity] }],
      pageParams: [null],
    });
    expect(change({})).toEqual([]);
  });

  it('shows a change in lists that were read before it, after the page of its prompt has read it', () => {
    const read = buildPromptDetail('Bread', {
      id: 'p',
      version: 3,
      starred: true,
      lastUsedAt: 'now',
    });
    client.setQueryData(queryKeys.prompts.detail('p'), read);
    expect(change({ title: 'Bread', version: 3 })).toEqual(['order']);
    const mark: LiveChange = { table: 'favorites', type: 'INSERT', row: { prompt_id: 'p' } };
    expect([...applyChanges(client, me, [mark]).refreshes]).toEqual(['favourites']);
    const used: LiveChange = {
      table: 'prompt_uses',
      type: 'UPDATE',
      row: { prompt_id: 'p', used_at: 'now', uses: 1 },
    };
    applyUses(client, applyChanges(client, me, [used]).uses);
    expect(listed()).toMatchObject([{ title: 'Bread', starred: true, lastUsedAt: 'now' }]);
  });

  it('keeps the text when it was too long to be sent', () => {
    change({ title: 'Bread', content: undefined, version: 3 });
    expect(listed()).toMatchObject([{ title: 'Bread', content: 'Content' }]);
  });

  it.each([
    ['a new prompt', { id: 'new' }, 'INSERT'],
    ['a deleted one', { deleted_at: '2026-01-01' }, 'UPDATE'],
    ['one in another group', { group_id: 'g', version: 3 }, 'UPDATE'],
    ['one that is gone', {}, 'DELETE'],
  ] as const)('refetches lists for %s', (_name, row, type) => {
    expect(change(row, type)).toEqual(['prompts']);
  });

  it('refetches only counts after the deletion of a prompt that no list shows', () => {
    expect(change({ id: 'gone', deleted_at: '2026-01-01' })).toEqual(['counts']);
  });

  it('refetches lists once for many changes', () => {
    const changes = Array.from({ length: 60 }, (_, index): LiveChange => ({
      table: 'prompts',
      type: 'UPDATE',
      row: { id: 'p', title: `Title ${index}`, version: index },
    }));
    expect([...applyChanges(client, me, changes).refreshes]).toEqual(['prompts']);
    expect(listed()).toMatchObject([{ title: 'Cake' }]);
  });

  it('marks a favourite at once, and leaves one that is marked already', () => {
    const mark: LiveChange = { table: 'favorites', type: 'INSERT', row: { prompt_id: 'p' } };
    expect([...applyChanges(client, me, [mark]).refreshes]).toEqual(['favourites']);
    expect(listed()).toMatchObject([{ starred: true }]);
    expect([...applyChanges(client, me, [mark]).refreshes]).toEqual([]);
    const unmark: LiveChange = { table: 'favorites', type: 'DELETE', row: { prompt_id: 'p' } };
    applyChanges(client, me, [unmark]);
    expect(listed()).toMatchObject([{ starred: false }]);
  });

  it('returns a use that the cache lacks, and leaves none that it shows', () => {
    const at = '2026-01-02T00:00:00.5+00:00';
    const used: LiveChange = {
      table: 'prompt_uses',
      type: 'UPDATE',
      row: { prompt_id: 'p', used_at: at, uses: 3 },
    };
    const { uses } = applyChanges(client, me, [used]);
    expect(listed()).toMatchObject([{ lastUsedAt: null }]);
    applyUses(client, uses);
    expect(listed()).toMatchObject([{ lastUsedAt: at, useCount: 3 }]);
    expect([...applyChanges(client, me, [used]).uses]).toEqual([]);
  });

  it('renames a group in its list', () => {
    const row = { id: 'g', name: 'Bakery', description: null, deleted_at: null };
    const renamed: LiveChange = { table: 'groups', type: 'UPDATE', row };
    expect([...applyChanges(client, me, [renamed]).refreshes]).toEqual(['groups']);
    expect(client.getQueryData(groupsKey)).toMatchObject([{ name: 'Bakery' }]);
    expect([...applyChanges(client, me, [renamed]).refreshes]).toEqual([]);
  });

  it('moves a group in the tree, and refetches lists that show what is below', () => {
    const row = { id: 'g', name: 'Kitchen', parent_id: 'home' };
    const moved: LiveChange = { table: 'groups', type: 'UPDATE', row };
    expect([...applyChanges(client, me, [moved]).refreshes]).toEqual(['groups', 'prompts']);
    expect(client.getQueryData(groupsKey)).toMatchObject([{ parentId: 'home' }]);
    expect([...applyChanges(client, me, [moved]).refreshes]).toEqual([]);
  });
});

describe('movesRows', () => {
  const moves = (...refreshes: Refresh[]) => movesRows(client, new Set(refreshes));

  it.each([
    ['prompts', listKey, 'order'],
    ['chains', queryKeys.chains.list(me), 'chains'],
    ['runs of chains', queryKeys.chainRuns.list(me, null), 'runs'],
  ] as const)('holds for %s only on pages that list some', (_name, queryKey, refresh) => {
    expect(moves('prompts', 'order', 'uses', 'chains', 'runs')).toBe(false);
    const list = { queryKey, queryFn: () => [], staleTime: Infinity };
    const leave = new QueryObserver(client, list).subscribe(() => undefined);
    expect(moves(refresh)).toBe(true);
    leave();
    expect(moves(refresh)).toBe(false);
  });

  it('holds for everything else, which many pages show', () => {
    expect(moves('order', 'groups')).toBe(true);
  });
});
