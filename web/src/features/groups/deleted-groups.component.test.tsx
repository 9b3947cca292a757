import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { DeletedGroups } from './deleted-groups.tsx';

const groups = '/rest/v1/groups';
const group = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Writing',
  deleted_at: '2026-01-03T00:00:00+00:00',
  prompt_count: 2,
  group_count: 1,
};
const restored = '2026-01-04T00:00:00+00:00';

async function restore() {
  await renderScreen(<DeletedGroups />);
  await page.getByRole('button', { name: 'Restore group Writing' }).click();
  await expect
    .element(page.getByText('“Writing” restored with 1 group and 2 prompts'))
    .toBeVisible();
}

describe('DeletedGroups', () => {
  beforeEach(() => {
    backend.on('GET', '/rest/v1/rpc/deleted_groups', () => json([group]));
    backend.on('POST', '/rest/v1/rpc/deleted_groups', () => json([group]));
    backend.on('PATCH', groups, () => json([{ id: group.id, updated_at: restored }]));
  });

  it('deletes a restored group again with Undo', async () => {
    await restore();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('“Writing” deleted again')).toBeVisible();
    const [, again] = backend.sent('PATCH', groups);
    expect(JSON.stringify(again?.body)).toMatch(/^\{"deleted_at":"\d/);
    expect(again?.search.get('updated_at')).toBe(`eq.${restored}`);
  });

  it('says why it cannot be deleted again', async () => {
    await restore();
    backend.on('PATCH', groups, () => json([]));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText("Couldn't undo: it has been changed or deleted since."))
      .toBeVisible();
  });
});
