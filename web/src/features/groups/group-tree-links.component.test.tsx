import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { GroupTreeLinks } from './group-tree-links.tsx';

const groups = '/rest/v1/groups';
const group = (id: string, name: string, parentId: string | null, count: number) =>
  groupRow(name, { id, parent_id: parentId, prompts: [{ count }] });
const tree = page.getByRole('navigation', { name: 'All groups' });

beforeEach(async () => {
  localStorage.clear();
  backend.on('GET', groups, () =>
    json([group('w', 'Work', null, 1), group('m', 'Mail', 'w', 2), group('h', 'Home', null, 0)]),
  );
  backend.on('PATCH', groups, () => json([{ id: 'h' }]));
  await renderScreen(<GroupTreeLinks current={null} />);
});

describe('GroupTreeLinks', () => {
  it('opens and closes by keyboard, and counts what is below', async () => {
    await expect.element(tree.getByRole('link', { name: 'Work 3' })).toBeVisible();
    expect(tree.getByRole('link', { name: 'Mail' }).elements()).toEqual([]);
    const inWork = tree.getByRole('button', { name: 'Groups in Work' });
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(inWork).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(tree.getByRole('link', { name: 'Mail 2' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(inWork).toHaveAttribute('aria-expanded', 'false');
    expect(tree.getByRole('link', { name: 'Mail' }).elements()).toEqual([]);
  });

  it('moves a group that is dragged onto another', async () => {
    await tree
      .getByRole('link', { name: 'Home 0' })
      .dropTo(tree.getByRole('link', { name: 'Work 3' }));
    await expect.element(page.getByText('“Home” moved to “Work”')).toBeVisible();
    const [moved] = backend.sent('PATCH', groups);
    expect(moved?.body).toEqual({ parent_id: 'w' });
    expect(moved?.search.get('id')).toBe('eq.h');
  });
});
