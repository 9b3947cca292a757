import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { GroupPanel } from './group-panel.tsx';

const groups = '/rest/v1/groups';
const panel = page.getByRole('dialog', { name: 'Create New Group' });
const create = panel.getByRole('button', { name: 'Create Group' });

async function openPanel() {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const onCreated = vi.fn<(id: string) => void>();
  await renderScreen(
    <GroupPanel group={null} open onOpenChange={onOpenChange} onCreated={onCreated} />,
  );
  await expect.element(panel).toBeVisible();
  return { onOpenChange, onCreated };
}

describe('GroupPanel, creating', () => {
  it('marks both fields and sends nothing while they are empty', async () => {
    await openPanel();
    await create.click();
    await expect.element(page.getByText('Please fill in all fields')).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toBeInvalid();
    await expect.element(panel.getByLabelText('Description')).toBeInvalid();
    expect(backend.sent('POST', groups)).toEqual([]);
  });

  it('sends the group once for a double click, and closes', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', groups, () => promise);
    const { onCreated, onOpenChange } = await openPanel();
    await panel.getByLabelText('Name').fill('Writing');
    await panel.getByLabelText('Description').fill('Texts');
    await create.dblClick();
    await expect.element(create).toHaveAttribute('aria-busy', 'true');
    resolve(json({ id: '1', name: 'Writing', description: 'Texts' }, 201));
    await expect.poll(() => onCreated.mock.calls).toEqual([['1']]);
    expect(onOpenChange).toHaveBeenCalledWith(false);
    expect(backend.sent('POST', groups)).toHaveLength(1);
    expect(backend.sent('POST', groups)[0]?.body).toMatchObject({ name: 'Writing' });
  });

  it('stays open with what was typed when the server refuses', async () => {
    backend.on('POST', groups, () => refusal(403, '42501', 'permission denied'));
    await openPanel();
    await panel.getByLabelText('Name').fill('Writing');
    await panel.getByLabelText('Description').fill('Texts');
    await create.click();
    await expect.element(page.getByText(/^Failed to create group/)).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Writing');
  });

  it('sends the form with Enter in the name', async () => {
    backend.on('POST', groups, () => json({ id: '1', name: 'Writing', description: 'Texts' }, 201));
    const { onCreated } = await openPanel();
    await panel.getByLabelText('Description').fill('Texts');
    await panel.getByLabelText('Name').fill('Writing');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => onCreated.mock.calls).toEqual([['1']]);
  });
});
