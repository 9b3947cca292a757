import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { Component as Favourites } from './favourites.tsx';

const prompts = '/rest/v1/readable_prompts';
const favorites = '/rest/v1/favorites';
const links = page.getByRole('main').getByRole('listitem').getByRole('link');
const sort = page.getByLabelText('Sort');
const titles = () =>
  page
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent);
const star = (title: string) => page.getByRole('button', { name: `Favourite ${title}` });

const favourite = (title: string, fields: object = {}) =>
  promptRow({
    id: `00000000-0000-4000-8000-${title.length.toString().padStart(12, '0')}`,
    title,
    favorites: [{ user_id: 'mary' }],
    ...fields,
  });

/** Opens the page, whose favourites leave it as they are removed. */
async function open(rows: readonly ReturnType<typeof favourite>[], path = '/app/favourites') {
  let stored = rows;
  backend.on('GET', prompts, () => json(stored));
  backend.on('DELETE', favorites, ({ search }) => {
    stored = stored.filter(({ id }) => search.get('prompt_id') !== `eq.${id}`);
    return json([]);
  });
  return renderScreen(
    <main tabIndex={-1}>
      <Favourites />
    </main>,
    '*',
    path,
  );
}

async function press(control: Locator, key: string) {
  await expect.element(control).toBeInTheDocument();
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard(key);
}

describe('/app/favourites', () => {
  it('leads to the library without favourites, and back home', async () => {
    await open([]);
    await expect.element(page.getByText('No favourites yet')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Browse Library' }))
      .toHaveAttribute('href', '/app/library');
    await expect.element(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/');
  });

  it('shows the recently used ones first: at most five, newest first', async () => {
    const used = { One: 1, Two: 7, Three: 3, Four: 4, Five: 5, Six: 6 };
    await open(
      Object.entries(used).map(([title, day]) =>
        favourite(title, { id: title, prompt_uses: [{ used_at: `2026-01-0${day}T00:00:00Z` }] }),
      ),
    );
    const recent = page.getByRole('region', { name: 'Recently Used' }).getByRole('link');
    await expect.element(recent).toHaveLength(5);
    const shown = recent.elements().map((link) => link.getAttribute('href'));
    expect(shown).toEqual(
      ['Two', 'Six', 'Five', 'Four', 'Three'].map((title) => `/app/prompts/${title}`),
    );
  });

  it('lists them by group with counts, and opens one', async () => {
    const work = { group_id: 'work', group_name: 'Work' };
    await open([favourite('Plan', work), favourite('Loose'), favourite('Report', work)]);
    const group = page.getByRole('region', { name: 'Work' });
    await expect.element(group.getByText('2 prompts')).toBeVisible();
    await expect.element(group.getByRole('listitem')).toHaveLength(2);
    const others = page.getByRole('region', { name: 'No group' });
    await expect.element(others.getByText('1 prompt', { exact: true })).toBeVisible();
    await expect
      .element(group.getByRole('link', { name: 'Plan' }))
      .toHaveAttribute('href', '/app/prompts/00000000-0000-4000-8000-000000000004');
  });

  it('sorts them, and filters them by category and tags together', async () => {
    await open([
      favourite('Alpha', { id: 'a', content: 'Pears', tags: ['red'], category: 'Trees' }),
      favourite('gamma', { id: 'g', tags: ['round'], category: 'Food' }),
      favourite('Beta', {
        id: 'b',
        tags: ['red', 'round'],
        category: 'Food',
        prompt_uses: [{ used_at: '2026-01-01T00:00:00Z' }],
        created_at: '2025-01-01T00:00:00Z',
      }),
    ]);
    await expect.element(sort.getByRole('option')).toHaveLength(3);
    await expect.element(sort).toHaveTextContent('Most RecentLast UsedAlphabetical');
    await expect.poll(titles).toEqual(['Alpha', 'gamma', 'Beta']);
    await sort.selectOptions('Last Used');
    await expect.poll(titles).toEqual(['Beta', 'Alpha', 'gamma']);
    await sort.selectOptions('Alphabetical');
    await expect.poll(titles).toEqual(['Alpha', 'Beta', 'gamma']);
    await page.getByRole('button', { name: 'Filter' }).click();
    const menu = page.getByRole('dialog', { name: 'Filter favourites' });
    await menu.getByLabelText('Food').click();
    await expect.poll(titles).toEqual(['Beta', 'gamma']);
    await menu.getByLabelText('round').click();
    await menu.getByLabelText('red').click();
    await expect.poll(titles).toEqual(['Beta']);
    await expectAccessible(menu);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Filter (3)' })).toHaveFocus();
  });

  it('takes its filters from the address, as on the way back from a prompt', async () => {
    await open(
      [
        favourite('Alpha', { id: 'a', tags: ['red'], category: 'Trees' }),
        favourite('gamma', { id: 'g', tags: ['round'], category: 'Food' }),
        favourite('Beta', { id: 'b', tags: ['red'], category: 'Food' }),
      ],
      '/app/favourites?category=Food&tag=red',
    );
    await expect.poll(titles).toEqual(['Beta']);
    await page.getByRole('button', { name: 'Filter (2)' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(titles).toEqual(['Alpha', 'gamma', 'Beta']);
  });

  it('searches them in the database, best matches first, and returns to the chosen order', async () => {
    await open([favourite('Beta'), favourite('Alphas')], '/');
    await sort.selectOptions('Alphabetical');
    await expect.poll(titles).toEqual(['Alphas', 'Beta']);
    const match = { is_favorite: true, typo_forgiven: true, excerpt: null };
    backend.on('POST', '/rest/v1/rpc/search_prompts', () =>
      json([searchRow('Beta apples', match), searchRow('Alpha', match)]),
    );
    const box = page.getByRole('searchbox');
    await box.fill('aples');
    await expect.poll(titles).toEqual(['Beta apples', 'Alpha']);
    expect(backend.sent('POST', '/rest/v1/rpc/search_prompts').at(-1)?.body).toMatchObject({
      query: 'aples',
      scope: 'favorites',
    });
    await expect.element(sort).toHaveValue('best');
    await expect.element(page.getByText('No exact matches. Showing close ones.')).toBeVisible();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('link', { name: 'Beta apples' })).toHaveFocus();
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => json([]));
    await box.fill('is:starred');
    await expect.element(page.getByText('No matching favourites')).toBeVisible();
    await expect.element(page.getByText('is: knows is:public', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await expect.element(sort).toHaveValue('alphabetical');
  });

  it('brings back the one that the server refuses to remove', async () => {
    await open([favourite('Mine')]);
    backend.on('DELETE', favorites, () => refusal(403, '42501', 'No'));
    await star('Mine').click();
    await expect.element(page.getByText('Failed to remove from favorites')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Mine' })).toBeVisible();
  });

  it('removes one without moving the focus far, and keeps the chosen view', async () => {
    const [keep, drop] = [favourite('Keep'), favourite('Droppable')];
    await open([keep, drop]);
    await press(page.getByRole('radio', { name: 'List' }), ' ');
    await star('Droppable').click();
    await expect.element(page.getByText('Removed from favorites')).toBeVisible();
    await expect.element(links).toHaveLength(1);
    await expect.element(links).toHaveTextContent('Keep');
    await expect.element(page.getByRole('main').getByRole('listitem')).toHaveFocus();
    await cleanup();
    await open([keep]);
    await expect.element(page.getByRole('radio', { name: 'List' })).toBeChecked();
  });

  it('keeps the focus in the page when the last one is removed by keyboard', async () => {
    await open([favourite('Only one')]);
    const removed = Promise.withResolvers<Response>();
    backend.on('DELETE', favorites, () => removed.promise);
    await press(star('Only one'), '{Enter}');
    await expect.element(page.getByText('No favourites yet')).toBeVisible();
    await expect.element(page.getByRole('main')).toHaveFocus();
    removed.resolve(json([]));
    await expect.element(page.getByText('Removed from favorites')).toBeVisible();
  });

  it('says why they failed to load after one retry', async () => {
    backend.on('GET', prompts, () => refusal(500, 'P0001', 'No stars tonight'));
    const { client } = await renderScreen(<Favourites />);
    await expect.element(page.getByText('Error loading favorites', { exact: true })).toBeVisible();
    await expect.element(page.getByText('No stars tonight')).toBeVisible();
    const [query] = client
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.error !== null });
    expect(query?.state.fetchFailureCount).toBe(2);
  });
});
