import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
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
  const at = '2026-01-01T00:00:00+00:00';
  const group = { id, name: 'Busy', description: 'Texts', created_at: at, updated_at: at };
  const row = { ...group, parent_id: null, team_id: null, prompts: [{ count: 1 }] };
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
