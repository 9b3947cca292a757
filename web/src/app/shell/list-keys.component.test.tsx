import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { session } from '#web/testing/session.ts';
import { AppLayout } from '../app-layout.tsx';
import { Component as Chains } from '../routes/chains/chains.tsx';
import { Component as Community } from '../routes/community.tsx';
import { Component as Favourites } from '../routes/favourites.tsx';
import { Component as Group } from '../routes/group.tsx';
import { Component as Groups } from '../routes/groups.tsx';
import { Component as Library } from '../routes/library.tsx';
import { Component as Templates } from '../routes/templates.tsx';

const groupId = '00000000-0000-4000-8000-0000000000a1';
const group = groupRow('Mail', { id: groupId, prompts: [{ count: 1 }] });
const card = promptRow({ title: 'Card', content: 'Words' });
const starred = { ...card, favorites: [{ user_id: session.user.id }] };
const template = { ...card, title: 'Pitch', is_template: true, template_category: 'Sales' };

const main = page.getByRole('main');
const link = (name: string) => main.getByRole('listitem').getByRole('link', { name });
const toast = (text: string) => page.getByText(text, { exact: true });

async function openList(path: string, Page: ComponentType, row = link('Card')) {
  await renderScreen(
    <Routes>
      <Route element={<AppLayout />}>
        <Route path={path.includes(groupId) ? '/app/groups/:id' : path} element={<Page />} />
      </Route>
    </Routes>,
    '*',
    path,
  );
  await expect.element(row.first()).toBeVisible();
  return row.first();
}

const openTemplates = () =>
  openList('/app/templates', Templates, main.getByRole('button', { name: 'Pitch', exact: true }));
const openGroups = () => openList('/app/groups', Groups, link('Mail'));

beforeEach(() => {
  backend.on('GET', '/rest/v1/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(1));
  backend.on('GET', '/rest/v1/rpc/count_open_proposals', () => json(0));
  backend.on('GET', '/auth/v1/user', () => json(session.user));
  backend.on('GET', '/rest/v1/groups', ({ search }) => json(search.has('id') ? group : [group]));
  backend.on('GET', '/rest/v1/prompts', ({ search }) =>
    json(search.has('is_template') ? [template] : [card]),
  );
  backend.on('GET', '/rest/v1/readable_prompts', ({ search }) =>
    json(search.has('id') ? card : [starred]),
  );
  backend.on('POST', '/rest/v1/rpc/community_feed', () =>
    json([searchRow('Card', { id: card.id, forks_count: 0, comments_count: 0 })]),
  );
  backend.on('GET', '/rest/v1/chains', () =>
    json([buildChainRow('Report', { user_id: session.user.id })]),
  );
});

describe("'Skip to list'", () => {
  it.each([
    ['the library', () => openList('/app/library', Library)],
    ['the groups', openGroups],
    ['a group', () => openList(`/app/groups/${groupId}`, Group)],
    ['the favourites', () => openList('/app/favourites', Favourites)],
    ['the community', () => openList('/app/community', Community)],
    ['the templates', openTemplates],
    ['the chains', () => openList('/app/chains', Chains, link('View Chain: Report'))],
  ])('is the second control of %s, and leads to the first row', async (_, open) => {
    const row = await open();
    const first = document.querySelector<HTMLElement>('a, button, input, [tabindex="0"]');
    expect(first?.textContent).toBe('Skip to content');
    first?.focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('link', { name: 'Skip to list' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row).toHaveFocus();
  });
});

describe('Cards have the shortcuts of rows', () => {
  it.each([
    ['in a group', () => openList(`/app/groups/${groupId}`, Group), 'Added to favorites'],
    ['in the favourites', () => openList('/app/favourites', Favourites), 'Removed from favorites'],
    ['in the community', () => openList('/app/community', Community), 'Added to favorites'],
  ])('%s', async (_, open, says) => {
    const copied: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
      copied.push(text);
    });
    // A text that is still loading.
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
      copied.push((await (await item?.getType('text/plain'))?.text()) ?? '');
    });
    backend.on('POST', '/rest/v1/prompt_uses', () =>
      json({ used_at: '2026-01-02T00:00:00+00:00', uses: 1 }, 201),
    );
    backend.on('POST', '/rest/v1/favorites', () => json(null, 201));
    backend.on('DELETE', '/rest/v1/favorites', () => json([]));
    const row = await open();
    await userEvent.keyboard('j');
    await expect.element(row).toHaveFocus();
    await userEvent.keyboard('y');
    await expect.element(toast('Prompt copied to clipboard!')).toBeVisible();
    expect(copied).toEqual(['Words']);
    await userEvent.keyboard('f');
    await expect.element(toast(says)).toBeVisible();
  });

  it('in the groups', async () => {
    const row = await openGroups();
    await userEvent.keyboard('j');
    await expect.element(row).toHaveFocus();
  });

  it('in the templates, where Enter opens a copy', async () => {
    const row = await openTemplates();
    await userEvent.keyboard('j');
    await expect.element(row).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Create New Prompt' })).toBeVisible();
  });
});
