import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { lookAway } from '#web/testing/look-away.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { Visits } from '#web/testing/visits.tsx';
import { Component as Group } from './group.tsx';

const id = '00000000-0000-4000-8000-0000000000a1';

beforeEach(() => {
  backend.on('GET', '/rest/v1/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/*', () => json([]));
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(0));
});

it.each([
  ['a group that the person cannot read', id],
  ['no id', 'no-uuid'],
])('/app/groups/{id} leads to the list of groups from %s', async (_, asked) => {
  const { currentPath } = await renderScreen(<Group />, '/app/groups/:id', `/app/groups/${asked}`);
  await expect.element(page.getByText('Group not found or access denied').first()).toBeVisible();
  await expect.poll(currentPath).toBe('/app/groups');
});

it('/app/groups/{id} refetches its prompts on each visit and on window focus', async () => {
  const row = groupRow('Busy', { id, prompts: [{ count: 1 }] });
  let titles = ['First'];
  backend.on('GET', '/rest/v1/groups', ({ search }) => json(search.has('id') ? row : [row]));
  backend.on('GET', '/rest/v1/prompts', () =>
    json(titles.map((title) => promptRow({ id: title, title, group_id: id }))),
  );
  await renderScreen(
    <Visits>
      <Group />
    </Visits>,
    '/app/groups/:id',
    `/app/groups/${id}`,
  );
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(link('First')).toBeVisible();
  titles = ['First', 'Second'];
  lookAway();
  await expect.element(link('Second')).toBeVisible();
  titles = ['First', 'Second', 'Third'];
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('button', { name: 'Visit' }).click();
  await expect.element(link('Third')).toBeVisible();
});

it.each([
  [7, 'offers a group in it'],
  [8, 'offers none'],
])('/app/groups/{id}, nested %i deep, %s', async (depth) => {
  const idAt = (level: number) => id.slice(0, -1) + level;
  const rows = Array.from({ length: depth }, (_, index) =>
    groupRow(`Level ${index + 1}`, {
      id: idAt(index + 1),
      parent_id: index === 0 ? null : idAt(index),
    }),
  );
  backend.on('GET', '/rest/v1/groups', ({ search }) => json(search.has('id') ? rows.at(-1) : rows));
  await renderScreen(<Group />, '/app/groups/:id', `/app/groups/${idAt(depth)}`);
  const path = page.getByRole('link', { name: `Level ${depth - 1}` });
  await expect.element(path.first()).toBeVisible();
  const newGroup = page.getByRole('button', { name: 'New Group' });
  await expect.element(newGroup).toHaveLength(depth < 8 ? 1 : 0);
});
