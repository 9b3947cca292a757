import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toGroup } from '#web/data/groups/groups.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { MoveGroupDialog } from './move-group-dialog.tsx';

const row = (id: string, name: string, parentId: string | null) =>
  groupRow(name, { id, parent_id: parentId });

it('moves a group into another one, which is not below it', async () => {
  const groups = '/rest/v1/groups';
  const onOpenChange = vi.fn<(open: boolean) => void>();
  backend.on('GET', groups, () =>
    json([row('w', 'Work', null), row('m', 'Mail', 'w'), row('h', 'Home', null)]),
  );
  backend.on('PATCH', groups, () => json([{ id: 'w' }]));
  const work = toGroup(row('w', 'Work', null));
  await renderScreen(<MoveGroupDialog group={work} open onOpenChange={onOpenChange} />);
  const dialog = page.getByRole('dialog', { name: 'Move “Work”' });
  const move = dialog.getByRole('button', { name: 'Move' });
  await expect.element(move).toBeDisabled();
  await expect.element(dialog.getByRole('option', { name: 'Home' })).toBeInTheDocument();
  expect(dialog.getByRole('option').elements()).toHaveLength(2);
  await dialog.getByLabelText('Move to').selectOptions('Home');
  await move.click();
  await expect.element(page.getByText('“Work” moved to “Home”')).toBeVisible();
  expect(onOpenChange).toHaveBeenCalledWith(false);
  expect(backend.sent('PATCH', groups).map(({ body }) => body)).toEqual([{ parent_id: 'h' }]);
});
