import { describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { connection } from '#web/data/backend/connection.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { Component as Dashboard } from './dashboard.tsx';

const none =
  'No prompts found. Create your first prompt by clicking the "New Prompt" button above.';
const favorites = '/rest/v1/favorites';
const rows = page.getByRole('tabpanel').getByRole('listitem');
const tab = (name: string) => page.getByRole('tab', { name });

/** Serves Mary's prompts, and no templates. */
function servePrompts(...prompts: readonly object[]) {
  backend.on('GET', '/rest/v1/prompts', ({ search }) =>
    json(search.has('is_template') ? [] : prompts),
  );
}

describe('/app', () => {
  it('says in each tab that there is nothing', async () => {
    servePrompts(promptRow());
    await renderScreen(<Dashboard />, '*', '/app');
    await expect
      .element(page.getByPlaceholder('Search through prompts by title or content...'))
      .toBeVisible();
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Recent', 'Favorites', 'My Prompts', 'Templates']);
    await tab('Favorites').click();
    await expect.element(page.getByRole('tabpanel').getByText(none)).toBeVisible();
    await tab('Templates').click();
    await expect.element(page.getByText('No template prompts available.')).toBeVisible();
  });

  it('has a list 800 px high, and a content of at least 200 px in the panel', async () => {
    servePrompts(
      ...Array.from({ length: 20 }, (_, index) =>
        promptRow({ id: `p${index}`, title: `Note ${index}` }),
      ),
    );
    await renderScreen(<Dashboard />, '*', '/app');
    await tab('My Prompts').click();
    const list = page.getByRole('list', { name: 'My Prompts' });
    await expect.element(list.getByRole('link', { name: 'Note 0' })).toBeVisible();
    const heightOf = (element: Element | null) => element?.getBoundingClientRect().height;
    await expect.poll(() => heightOf(list.element().parentElement)).toBe(800);
    const add = page.getByRole('button', { name: 'New Prompt' }).first();
    await add.click();
    const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
    await expect.element(panel.getByLabelText('Title')).toHaveFocus();
    await expect
      .poll(() => heightOf(panel.getByLabelText('Content').element()))
      .toBeGreaterThanOrEqual(200);
    await userEvent.keyboard('{Escape}');
    await expect.element(add).toHaveFocus();
  });

  it('says when a prompt was last used, or else last updated', async () => {
    const used = { used_at: '2026-01-01T00:00:00+00:00' };
    servePrompts(
      promptRow({ id: 'worn', title: 'Worn', prompt_uses: [used] }),
      promptRow({ id: 'new', title: 'New' }),
    );
    await renderScreen(<Dashboard />, '*', '/app');
    await expect.element(rows.filter({ hasText: 'Worn' }).getByText(/Last used .+/)).toBeVisible();
    await expect
      .element(rows.filter({ hasText: 'New' }).getByText(/Last updated .+/))
      .toBeVisible();
  });

  it('sets and removes a star, and returns it when the server refuses', async () => {
    const star = page.getByRole('button', { name: 'Favourite Letter' });
    const starred = promptRow({ favorites: [{ user_id: session.user.id }] });
    servePrompts(promptRow());
    backend.on('POST', favorites, () => json(null, 201));
    await renderScreen(<Dashboard />, '*', '/app');
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');
    await star.click();
    await expect.element(page.getByText('Added to favorites')).toBeVisible();
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');
    servePrompts(starred);
    backend.on('GET', '/rest/v1/readable_prompts', () => json([starred]));
    await tab('Favorites').click();
    await expect.element(rows.getByRole('link', { name: 'Letter' })).toBeVisible();

    backend.on('DELETE', favorites, () => refusal(403, '42501', 'refused'));
    await star.click();
    await expect.element(page.getByText('Failed to remove from favorites')).toBeVisible();
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');

    backend.on('DELETE', favorites, () => json([]));
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    await star.click();
    await expect.element(page.getByText('Removed from favorites')).toBeVisible();
    await expect.element(page.getByRole('tabpanel').getByText(none)).toBeVisible();
  });

  it('shows the stored star when a response was lost, and says so', async () => {
    const star = page.getByRole('button', { name: 'Favourite Letter' });
    onTestFinished(() => connection.report(true));
    servePrompts(promptRow());
    backend.on('POST', favorites, () => refusal(401, 'P0001', 'JWT expired'));
    backend.on('POST', '/auth/v1/token', () => json(session));
    await renderScreen(<Dashboard />, '*', '/app');
    await star.click();
    await expect.element(page.getByText('You must be logged in to favorite prompts')).toBeVisible();

    backend.on('POST', favorites, noConnection);
    backend.on('GET', favorites, () => json([]));
    await star.click();
    await expect.element(page.getByText('Failed to update favorite status')).toBeVisible();
    await expect.element(star).toHaveAttribute('aria-pressed', 'false');

    backend.on('GET', favorites, noConnection);
    await star.click();
    await expect.element(page.getByText('Failed to check favorite status')).toBeVisible();

    // It was stored; only the response was lost.
    servePrompts(promptRow({ favorites: [{ user_id: session.user.id }] }));
    backend.on('GET', favorites, () => json([{ prompt_id: promptRow().id }]));
    await star.click();
    await expect.element(page.getByText('Added to favorites')).toBeVisible();
    await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  });

  it('shows prompts before the groups have loaded, and moves none then', async () => {
    const groups = Array.from({ length: 7 }, (_, index) =>
      groupRow(`Group ${index}`, { id: `g${index}` }),
    );
    const grid = page.getByRole('list', { name: 'Groups' }).getByRole('listitem');
    const letter = rows.getByRole('link', { name: 'Letter' });
    const top = () => letter.element().getBoundingClientRect().top;
    servePrompts(promptRow());
    backend.on('GET', '/rest/v1/groups', () => json(groups));
    await renderScreen(<Dashboard />, '*', '/app');
    await expect.element(grid).toHaveLength(7);
    await expect.element(letter).toBeVisible();
    const settled = top();
    await cleanup();
    const loading = Promise.withResolvers<Response>();
    backend.on('GET', '/rest/v1/groups', () => loading.promise);
    await renderScreen(<Dashboard />, '*', '/app');
    await expect.element(letter).toBeVisible();
    await expect.element(page.getByText('Loading groups...')).toBeInTheDocument();
    expect(top()).toBe(settled);
    loading.resolve(json(groups));
    await expect.element(grid).toHaveLength(7);
    expect(top()).toBe(settled);
  });

  it('moves nothing when a new account turns out to be empty, whichever list comes first', async () => {
    const groups = page.getByText('Quick Access Groups');
    const sheet = page.getByRole('heading', { name: 'Start your prompt book' });
    const late = Promise.withResolvers<Response>();
    backend.on('GET', '/rest/v1/prompts', ({ search }) =>
      search.has('is_template') ? json([]) : late.promise,
    );
    const first = await renderScreen(<Dashboard />, '*', '/app');
    const listed = queryKeys.groups.list(session.user.id);
    await expect.poll(() => first.client.getQueryData(listed)).toEqual([]);
    await expect.element(groups).toBeVisible();
    late.resolve(json([]));
    await expect.element(sheet).toBeVisible();
    await expect.element(groups).not.toBeVisible();
    await first.unmount();
    localStorage.removeItem(`cuebook.group-count/${session.user.id}`);
    servePrompts();
    const lateGroups = Promise.withResolvers<Response>();
    backend.on('GET', '/rest/v1/groups', () => lateGroups.promise);
    await renderScreen(<Dashboard />, '*', '/app');
    await expect.element(sheet).toBeVisible();
    await expect.element(groups).not.toBeVisible();
    lateGroups.resolve(json([groupRow('Letters')]));
    await expect.element(groups).toBeVisible();
  });

  it('saves no prompt without title or content, and says so', async () => {
    servePrompts(promptRow());
    await renderScreen(<Dashboard />, '*', '/app');
    await page.getByRole('button', { name: 'New Prompt' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
    const create = panel.getByRole('button', { name: 'Create Prompt' });
    await create.click();
    await expect.element(page.getByText('Please fill in all required fields')).toBeVisible();
    await expect.element(panel.getByLabelText('Title')).toBeInvalid();
    await panel.getByLabelText('Title').fill('Only a title');
    await panel.getByLabelText('Content').fill('   ');
    await create.click();
    await expect.element(panel.getByLabelText('Content')).toBeInvalid();
    await expect.element(panel.getByLabelText('Title')).toBeValid();
    expect(backend.sent('POST', '/rest/v1/prompts')).toEqual([]);
  });
});
