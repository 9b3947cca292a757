import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { connection } from '#web/data/backend/connection.ts';
import { sessionKey } from '#web/data/session/auth-storage.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { expectUndoByWord } from '#web/testing/undo-by-word.ts';
import { GroupPanel } from './group-panel.tsx';

const groups = '/rest/v1/groups';
const panel = page.getByRole('dialog', { name: 'Create New Group' });
const create = panel.getByRole('button', { name: 'Create Group' });

beforeEach(() => () => connection.report(true));

/** Responds as a proxy does, with a page instead of an error of the protocol. */
function proxyPage(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  const body = `<!doctype html><h1>${status} Bad Gateway</h1>`;
  return new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
}

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
    await expectAccessible(panel);
  });

  it('keeps a pasted text that is too long, and says so instead of saving it', async () => {
    await openPanel();
    const name = panel.getByLabelText('Name');
    await name.fill('😀'.repeat(201));
    await expect.element(name).toHaveValue('😀'.repeat(201));
    await panel.getByLabelText('Description').fill('Texts');
    await create.click();
    const problem = 'The name has at most 200 characters. Shorten it to save.';
    await expect.element(panel.getByText(problem)).toBeVisible();
    await expect.element(name).toHaveFocus();
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

  it.each([
    {
      cause: 'the server gives a reason',
      respond: () => refusal(403, '42501', 'no more groups'),
      reason: 'Failed to create group: no more groups',
    },
    {
      cause: 'nothing responds',
      respond: noConnection,
      reason: 'Failed to create group. Please try again.',
    },
    {
      cause: 'a proxy responds with its error page',
      respond: () => proxyPage(502),
      reason:
        "Failed to create group: The server can't be reached right now. Wait a moment, then try again.",
    },
    {
      cause: 'a proxy limits the rate',
      respond: () => proxyPage(429, { 'retry-after': '40' }),
      reason: 'Failed to create group: Too many requests. Try again in 40 seconds.',
    },
  ])('stays open with what was typed when $cause', async ({ respond, reason }) => {
    backend.on('POST', groups, respond);
    await openPanel();
    await panel.getByLabelText('Name').fill('Writing');
    await panel.getByLabelText('Description').fill('Texts');
    await create.click();
    await expect.element(page.getByText(reason, { exact: true }).first()).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Writing');
  });

  it('goes on with the created group when something was typed while it was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', groups, () => promise);
    backend.on('PATCH', groups, () => json([{ updated_at: 'later' }]));
    const { onCreated } = await openPanel();
    await panel.getByLabelText('Name').fill('Writing');
    await panel.getByLabelText('Description').fill('Texts');
    await create.click();
    await expect.element(create).toHaveAttribute('aria-busy', 'true');
    await panel.getByLabelText('Description').fill('Texts and letters');
    resolve(json({ id: '1', updated_at: 'now' }, 201));
    const editor = page.getByRole('dialog', { name: 'Edit Group' });
    await expect.element(editor.getByLabelText('Description')).toHaveValue('Texts and letters');
    expect(onCreated).not.toHaveBeenCalled();
    await editor.getByRole('button', { name: 'Update Group' }).click();
    await expect.poll(() => onCreated.mock.calls).toEqual([['1']]);
    const [sent] = backend.sent('PATCH', groups);
    expect(sent?.search.get('id')).toBe('eq.1');
    expect(sent?.search.get('updated_at')).toBe('eq.now');
    expect(sent?.body).toMatchObject({ description: 'Texts and letters' });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('says that nobody is signed in when the session has gone', async () => {
    backend.on('POST', groups, () => refusal(401, '42501', 'permission denied for table groups'));
    await openPanel();
    await panel.getByLabelText('Name').fill('Nobody');
    await panel.getByLabelText('Description').fill('Texts');
    localStorage.removeItem(sessionKey);
    await create.click();
    await expect
      .element(page.getByText('Failed to create group: User not authenticated').first())
      .toBeVisible();
  });

  it('takes back words, not letters, with undo', async () => {
    await openPanel();
    await expectUndoByWord(panel.getByLabelText('Name'));
    await expectUndoByWord(panel.getByLabelText('Description'));
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

describe('GroupPanel, editing', () => {
  const group = {
    id: '00000000-0000-4000-8000-0000000000a1',
    name: 'Steady',
    description: 'Texts',
    parentId: null,
    teamId: null,
    promptCount: 0,
    createdAt: '2026-01-01T00:00:00+00:00',
    updatedAt: '2026-01-01T00:00:00+00:00',
  };
  const editor = page.getByRole('dialog', { name: 'Edit Group' });

  it.each([
    ['nothing responds', noConnection, 'Failed to update group. Please try again.'] as const,
    [
      'the server gives a reason',
      () => refusal(400, 'P0001', 'not this name'),
      'Failed to update group: not this name',
    ] as const,
  ])('stays open with what was typed when %s', async (_cause, respond, reason) => {
    backend.on('PATCH', groups, respond);
    await renderScreen(
      <GroupPanel group={group} open onOpenChange={vi.fn<(open: boolean) => void>()} />,
    );
    await editor.getByLabelText('Name').fill('Steadier');
    await editor.getByRole('button', { name: 'Update Group' }).click();
    await expect.element(page.getByText(reason, { exact: true }).first()).toBeVisible();
    await expect.element(editor.getByLabelText('Name')).toHaveValue('Steadier');
  });

  it('shows what was saved elsewhere meanwhile, and replaces it only when asked again', async () => {
    const later = '2026-01-02T00:00:00+00:00';
    backend.on('PATCH', groups, () => json([]));
    backend.on('GET', groups, () =>
      json(
        groupRow(group.name, {
          id: group.id,
          description: 'Written elsewhere',
          updated_at: later,
        }),
      ),
    );
    const onOpenChange = vi.fn<(open: boolean) => void>();
    await renderScreen(<GroupPanel group={group} open onOpenChange={onOpenChange} />);
    const save = editor.getByRole('button', { name: 'Update Group' });
    await editor.getByLabelText('Name').fill('Mine');
    await save.click();
    const theirs = editor.getByRole('region', { name: 'Current version' });
    await expect.element(theirs).toHaveTextContent('SteadyWritten elsewhere');
    await expect.element(editor.getByLabelText('Name')).toHaveValue('Mine');
    backend.on('PATCH', groups, () => json([{ updated_at: 'last' }]));
    await save.click();
    await expect.poll(() => onOpenChange.mock.calls).toEqual([[false]]);
    expect(
      backend.sent('PATCH', groups).map(({ search, body }) => [search.get('updated_at'), body]),
    ).toEqual([
      [`eq.${group.updatedAt}`, { name: 'Mine', description: 'Texts' }],
      [`eq.${later}`, { name: 'Mine', description: 'Texts' }],
    ]);
  });

  it('offers what was typed when the page was left, until it is saved', async () => {
    backend.on('PATCH', groups, () => json([{ updated_at: 'later' }]));
    const onOpenChange = vi.fn<(open: boolean) => void>();
    const open = () => renderScreen(<GroupPanel group={group} open onOpenChange={onOpenChange} />);
    const unsaved = editor.getByText(/^Unsaved changes from/);
    const { unmount } = await open();
    await editor.getByLabelText('Name').fill('Half');
    await unmount();
    const again = await open();
    await expect.element(unsaved).toMatchTextContent(/Half/);
    await expect.element(editor.getByLabelText('Name')).toHaveValue('Steady');
    await editor.getByRole('button', { name: 'Continue' }).click();
    await expect.element(editor.getByLabelText('Name')).toHaveValue('Half');
    await editor.getByRole('button', { name: 'Update Group' }).click();
    await expect.poll(() => onOpenChange.mock.calls).toEqual([[false]]);
    await again.unmount();
    await open();
    await expect.element(editor.getByLabelText('Name')).toBeVisible();
    await expect.element(unsaved).not.toBeInTheDocument();
  });
});

it('GroupPanel offers a new group that was typed when the page was left', async () => {
  const open = () =>
    renderScreen(<GroupPanel group={null} open onOpenChange={vi.fn<(open: boolean) => void>()} />);
  const { unmount } = await open();
  await panel.getByLabelText('Name').fill('Half');
  await unmount();
  await open();
  await panel.getByRole('button', { name: 'Continue' }).click();
  await expect.element(panel.getByLabelText('Name')).toHaveValue('Half');
});
