import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useSetPageLibrary } from '#web/lib/react/page-library.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import LibraryLinks from './library-links.tsx';

const libraries = page.getByRole('list', { name: 'Libraries' });
const library = (name: string) => libraries.getByRole('link', { name, exact: true });

const group = (id: string, name: string, parentId: string | null) =>
  groupRow(name, { id, parent_id: parentId });

beforeEach(() => {
  localStorage.clear();
  joinTeams(['t1', 'Writers', 'viewer']);
  const offer = { id: 's1', prompt_id: 'p1', title: 'Bread', role: 'viewer' };
  backend.on('GET', '/rest/v1/rpc/my_offered_prompts', () => json([offer, { ...offer, id: 's2' }]));
});

describe('LibraryLinks', () => {
  it.each([
    { collapsed: false, paths: ['/app/library', '/app/teams/t1', '/app/teams/shared'] },
    { collapsed: true, paths: ['/app/teams/t1', '/app/teams/shared'] },
  ])('list each with the number of offers ($collapsed: $paths)', async ({ collapsed, paths }) => {
    await renderScreen(<LibraryLinks collapsed={collapsed} />, '*', '/app');
    await expect.element(library('Writers')).toBeVisible();
    await expect.element(library('Shared with me 2 to answer')).toBeVisible();
    const links = libraries.getByRole('link').elements();
    expect(links.map((link) => link.getAttribute('href'))).toEqual(paths);
  });

  it.each([
    ['/app/teams/shared', 'Shared with me 2 to answer'],
    ['/app/teams/t1', 'Writers'],
    ['/app/teams/t1/activity', 'Writers'],
  ])('mark the one of %s', async (path, name) => {
    await renderScreen(<LibraryLinks collapsed={false} />, '*', path);
    await expect.element(library(name)).toHaveAttribute('aria-current', 'page');
  });

  it("leave it to the main navigation to mark the user's own", async () => {
    await renderScreen(<LibraryLinks collapsed={false} />, '*', '/app/library');
    await expect.element(library('My prompts')).not.toHaveAttribute('aria-current');
  });

  it('mark the library of a prompt that was opened by its address', async () => {
    function Prompt() {
      useSetPageLibrary('/app/teams/t1');
      return <LibraryLinks collapsed={false} />;
    }
    await renderScreen(<Prompt />, '*', '/app/prompts/p1');
    await expect.element(library('Writers')).toHaveAttribute('aria-current', 'page');
  });

  it('come after the tree of groups on pages of groups', async () => {
    backend.on('GET', '/rest/v1/groups', () => json([group('w', 'Work', null)]));
    await renderScreen(<LibraryLinks collapsed={false} />, '*', '/app/groups');
    const first = page.getByRole('link').first();
    await expect.element(page.getByRole('navigation', { name: 'All groups' })).toBeVisible();
    await expect.element(first).toHaveTextContent('Work0');
  });
});
