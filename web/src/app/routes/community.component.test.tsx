import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { Component as Community } from './community.tsx';

const feed = '/rest/v1/rpc/community_feed';
const asked = () => backend.sent('POST', feed).at(-1)?.body;

it('/app/community is filtered by tags and category, from a card and the menu', async () => {
  const counts = { forks_count: 0, comments_count: 0 };
  backend.on('POST', feed, () => json([searchRow('Both', { ...counts, tags: ['mail'] })]));
  backend.on('POST', '/rest/v1/rpc/count_community', () => json(1));
  await renderScreen(<Community />);
  await page.getByRole('button', { name: 'Filter by #mail' }).click();
  await expect.poll(asked).toMatchObject({ with_tags: ['mail'] });
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  const menu = page.getByRole('dialog', { name: 'Filter public prompts' });
  await menu.getByLabelText('Tag', { exact: true }).fill('work');
  await menu.getByRole('button', { name: 'Add' }).click();
  await expect.poll(asked).toMatchObject({ with_tags: ['mail', 'work'] });
  await menu.getByLabelText('Category').selectOptions('Sales');
  await expect.poll(asked).toMatchObject({
    with_tags: ['mail', 'work'],
    in_category: 'Sales',
  });
  await expect.element(page.getByRole('button', { name: 'Filter (3)' })).toBeInTheDocument();
  await menu.getByRole('button', { name: 'Clear filters' }).click();
  await expect
    .element(page.getByRole('button', { name: 'Filter', exact: true }))
    .toBeInTheDocument();
});

it('/app/community starts with the filters of its address', async () => {
  backend.on('POST', feed, () => json([]));
  backend.on('POST', '/rest/v1/rpc/count_community', () => json(0));
  const path = '/app/community?tag=mail&tag=work&category=Sales';
  await renderScreen(<Community />, '/app/community', path);
  await expect.element(page.getByRole('button', { name: 'Filter (3)' })).toBeVisible();
  await expect.poll(asked).toMatchObject({ with_tags: ['mail', 'work'], in_category: 'Sales' });
});
