import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Component as Favourites } from './favourites.tsx';

const prompts = '/rest/v1/readable_prompts';
const favorites = '/rest/v1/favorites';
const links = page.getByRole('main').getByRole('listitem').getByRole('link');
const star = (title: string) => page.getByRole('button', { name: `Favourite ${title}` });

const favourite = (title: string, fields: object = {}) =>
  promptRow({
    id: `00000000-0000-4000-8000-${title.length.toString().padStart(12, '0')}`,
    title,
    favorites: [{ user_id: 'mary' }],
    ...fields,
  });

/** Opens the page, whose favourites leave it as they are removed. */
async function open(rows: readonly ReturnType<typeof favourite>[]) {
  let stored = rows;
  backend.on('POST', '/rest/v1/rpc/my_tags', () => json([]));
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
    '/app/favourites',
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
