import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { GroupGrid } from './group-grid.tsx';

const groups = '/rest/v1/groups';
const slow = groupRow('Slow');

it('says that it is loading, why it failed, and shows the groups on retry', async () => {
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  backend.on('GET', groups, async () => {
    await refused;
    return refusal(400, 'P0001', 'no luck today');
  });
  await renderScreen(<GroupGrid renderMenu={() => null} />);
  await expect.element(page.getByText('Loading groups...')).toBeVisible();
  refuse();
  const message = 'Error fetching groups: no luck today';
  await expect.element(page.getByRole('alert').getByText(message)).toBeVisible();
  await expect
    .poll(() => document.querySelector('[data-sonner-toast]')?.textContent)
    .toContain(message);
  backend.on('GET', groups, () => json([slow]));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('list', { name: 'Groups' }).getByText('Slow')).toBeVisible();
});

it('holds room for as many groups of a team as it had last, at first for a line', async () => {
  localStorage.clear();
  const teamId = '00000000-0000-4000-8000-00000000000a';
  const box = page.getByRole('region', { name: 'Groups of the team' });
  const render = () =>
    renderScreen(
      <section aria-label="Groups of the team">
        <GroupGrid teamId={teamId} renderMenu={() => null} />
      </section>,
    );
  const height = async () => {
    await expect.element(page.getByText('Loading groups...')).toBeVisible();
    return box.element().clientHeight;
  };
  const response = Promise.withResolvers<Response>();
  backend.on('GET', groups, () => response.promise);
  const { unmount } = await render();
  expect(await height()).toBe(44);
  response.resolve(json([{ ...slow, team_id: teamId }]));
  await expect.element(page.getByText('Slow')).toBeVisible();
  await unmount();
  backend.on('GET', groups, () => Promise.withResolvers<Response>().promise);
  await render();
  expect(await height()).toBe(120);
});

it('begins name and description at the left, also if they read from right to left', async () => {
  const description = 'תבניות קצרות לסיכום פגישות שבועיות.';
  backend.on('GET', groups, () => json([{ ...slow, name: 'סיכומים', description }]));
  await renderScreen(<GroupGrid renderMenu={() => null} />);
  const text = page.getByText(description);
  await expect.element(text).toBeVisible();
  const icon = page.getByRole('listitem').element().querySelector('svg');
  const shown = document.createRange();
  shown.selectNodeContents(text.element());
  expect(getComputedStyle(text.element()).direction).toBe('rtl');
  expect(shown.getBoundingClientRect().left).toBeCloseTo(
    icon?.getBoundingClientRect().left ?? 0,
    0,
  );
});
