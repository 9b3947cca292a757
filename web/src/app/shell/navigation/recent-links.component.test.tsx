import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { markFavorite } from '#web/data/prompts/favorites.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import RecentLinks from './recent-links.tsx';

const letters = '00000000-0000-4000-8000-000000000001';
const recipes = '00000000-0000-4000-8000-000000000002';
const prompt = '00000000-0000-4000-8000-000000000003';
const groups = page.getByRole('list', { name: 'Recent groups' });
const favourites = page.getByRole('list', { name: 'Favourites' });

function group(id: string, name: string) {
  const at = '2026-01-01T00:00:00+00:00';
  return { id, name, description: '', created_at: at, updated_at: at, prompts: [{ count: 1 }] };
}

function starred(...titles: readonly string[]) {
  return () =>
    json(
      titles.map((title, index) => ({
        prompt: { id: prompt.replace(/3$/, `${index + 3}`), title, icon: null, group_id: null },
      })),
    );
}

describe('RecentLinks', () => {
  beforeEach(() => {
    localStorage.clear();
    backend.on('GET', '/rest/v1/groups', () =>
      json([group(letters, 'Letters'), group(recipes, 'Recipes')]),
    );
    backend.on('GET', '/rest/v1/favorites', starred('Weekly report'));
  });

  it('shows the groups that were opened, and marks the current one', async () => {
    const { unmount } = await renderScreen(
      <>
        <RecentLinks />
        <Link to={`/app/groups/${letters}`}>Open letters</Link>
        <Link to={`/app/groups/${recipes}`}>Open recipes</Link>
      </>,
      '*',
      '/app',
    );
    await expect.element(favourites.getByRole('link')).toHaveTextContent('Weekly report');
    await expect.element(groups).not.toBeInTheDocument();
    await page.getByRole('link', { name: 'Open letters' }).click();
    await expect.element(groups.getByRole('link')).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name: 'Open recipes' }).click();
    const names = () => groups.getByRole('link').all();
    await expect
      .poll(() => names().map((link) => link.element().textContent))
      .toEqual(['Recipes', 'Letters']);
    await page.getByRole('link', { name: 'Open letters' }).click();
    await expect
      .element(groups.getByRole('link', { name: 'Letters' }))
      .toHaveAttribute('aria-current', 'page');
    // Nothing moves under the pointer.
    expect(names().map((link) => link.element().textContent)).toEqual(['Recipes', 'Letters']);
    await unmount();
    backend.on('GET', '/rest/v1/groups', () => json([group(recipes, 'Dishes')]));
    await renderScreen(<RecentLinks />, '*', '/app');
    await expect.element(groups.getByRole('listitem')).toHaveTextContent('Dishes');
  });

  it('follows a star', async () => {
    function Star() {
      const { mutate } = useMutation(markFavorite(session.user.id));
      return <button onClick={() => mutate({ promptId: prompt, starred: true })}>Star</button>;
    }
    backend.on('POST', '/rest/v1/favorites', () => json([]));
    await renderScreen(
      <>
        <RecentLinks />
        <Star />
      </>,
    );
    await expect.element(favourites.getByText('Weekly report')).toBeVisible();
    backend.on('GET', '/rest/v1/favorites', starred('Thank-you note', 'Weekly report'));
    await page.getByRole('button', { name: 'Star' }).click();
    await expect.element(favourites.getByText('Thank-you note')).toBeVisible();
  });

  it('shows nothing where nothing could be loaded', async () => {
    backend.on('GET', '/rest/v1/groups', () => refusal(400, 'P0001', 'no luck'));
    backend.on('GET', '/rest/v1/favorites', () => refusal(400, 'P0001', 'no luck'));
    await renderScreen(<RecentLinks />, '*', `/app/groups/${letters}`);
    await expect.poll(() => backend.sent('GET', '/rest/v1/favorites').length).not.toBe(0);
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });
});
