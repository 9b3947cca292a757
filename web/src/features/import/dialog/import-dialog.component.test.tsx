import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { fingerprint } from '#web/features/import/prepare/fingerprint.ts';
import ImportDialog from './import-dialog.tsx';

const knownPrompts = '/rest/v1/rpc/known_prompts';
const dialog = page.getByRole('dialog', { name: 'Import prompts' });

/** Opens the dialog and chooses a file. */
async function choose(name: string, text: string) {
  await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
  await dialog.getByLabelText(/^Choose files/).upload(new File([text], name));
}

describe('ImportDialog', () => {
  beforeEach(() => {
    backend.on('GET', '/rest/v1/groups', () => json([]));
    backend.on('GET', '/rest/v1/team_members', () => json([]));
    backend.on('POST', '/rest/v1/rpc/my_tags', () => json([]));
    backend.on('POST', '/rest/v1/rpc/preview_import', () => json([]));
  });

  it('says why a file cannot be read, and lets another be chosen', async () => {
    await choose('broken.json', '{"title": ');
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByLabelText(/^Choose files/)).toBeInTheDocument();
    expect(backend.sent('POST', knownPrompts)).toEqual([]);
  });

  it('lists the rows it skips with line and reason, and counts the others', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    await choose('some.csv', 'title,content\nPlan,Plan my day\nEmpty,\n');
    await expect.element(dialog.getByRole('button', { name: 'Import 1 prompt' })).toBeEnabled();
    await expect.element(dialog.getByRole('heading', { name: '1 row skipped' })).toBeVisible();
    await expect.element(dialog.getByText(/^Row 2, line 3/)).toBeVisible();
  });

  it('imports prompts that the library has only when that is ticked', async () => {
    backend.on('POST', knownPrompts, ({ body }) => json(Object.values(body ?? {})[0]));
    await choose('some.csv', 'title,content\nPlan,Plan my day\n');
    const nothing = dialog.getByRole('button', { name: 'Nothing to import' });
    await expect.element(nothing).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /^Also import prompts/ }).click();
    await expect.element(dialog.getByRole('button', { name: 'Import 1 prompt' })).toBeEnabled();
  });

  it('says that prompts may be imported when the connection is lost while they are stored', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    backend.on('POST', '/rest/v1/import_parts', () => json([]));
    backend.on('POST', '/rest/v1/rpc/import_library', noConnection);
    await choose('some.csv', 'title,content\nPlan,Plan my day\n');
    await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
    await expect
      .element(dialog.getByText('the prompts may be in your library already', { exact: false }))
      .toBeVisible();
    await expect.element(dialog.getByText(/^Nothing was imported/)).not.toBeInTheDocument();
  });

  it('imports into a team, and says before who will see it', async () => {
    const writers = '00000000-0000-4000-8000-00000000000a';
    const member = (id: string, name: string, role: string) => ({
      team_id: id,
      role,
      teams: { name },
    });
    backend.on('GET', '/rest/v1/team_members', () =>
      json([member(writers, 'Writers', 'editor'), member('poets', 'Poets', 'viewer')]),
    );
    backend.on('GET', '/rest/v1/teams', () =>
      json({
        id: writers,
        name: 'Writers',
        me: [{ role: 'editor' }],
        members: [{ count: 5 }],
        owners: [],
        prompts: [],
        own_prompts: [],
        chains: [],
        own_chains: [],
      }),
    );
    backend.on('POST', knownPrompts, () => json([fingerprint('Known', 'x')]));
    backend.on('POST', '/rest/v1/import_parts', () => json([]));
    backend.on('POST', '/rest/v1/rpc/import_library', () =>
      refusal(403, '42501', 'Only owners and editors of a team import into it'),
    );
    await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
    const target = dialog.getByLabelText('Import to');
    await expect.element(target.getByRole('option', { name: 'Poets' })).not.toBeInTheDocument();
    await target.selectOptions('Writers');
    const audience = dialog.getByText(/^4 other members of Writers will see them\. Owners and/);
    await expect.element(audience).toBeVisible();
    await dialog
      .getByLabelText(/^Choose files/)
      .upload([new File(['title,content\nPlan,Plan my day\nKnown,x\n'], 'some.csv')]);
    await expect.element(dialog.getByText('Import to Writers')).toBeVisible();
    await expect.element(audience).toBeVisible();
    await expect.element(dialog.getByText('Already in Writers.')).toBeVisible();
    expect(backend.sent('POST', knownPrompts)).toMatchObject([{ body: { of_team: writers } }]);
    await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
    await expect
      .element(dialog.getByText(/Only owners and editors of a team import into it/))
      .toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/import_library')).toMatchObject([
      { body: { to_team: writers } },
    ]);
  });

  it('counts the files that come with prompts, and those of prompts that the library has', async () => {
    const folder = '00000000-0000-4000-8000-000000000001';
    const file = (name: string) => ({
      name,
      type: 'text/plain',
      size: 5,
      path: `files/${folder}/${name}`,
    });
    const exported = (...prompts: object[]) => JSON.stringify({ cuebook: 1, prompts });
    backend.on('POST', knownPrompts, () => json([fingerprint('Known', 'x')]));
    await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
    await dialog
      .getByLabelText(/^Choose files/)
      .upload([
        new File(
          [
            exported(
              { id: '1', title: 'Known', content: 'x', files: [file('a.txt')] },
              { id: '2', title: 'New', content: 'y', files: [file('b.txt'), file('c.txt')] },
            ),
          ],
          'library.json',
        ),
      ]);
    await expect
      .element(
        dialog.getByText(
          /2 files can't be attached: choose .* 1 file is left out with prompts that you already/,
        ),
      )
      .toBeVisible();
  });

  it('names private prompts that public ones include, of the file and the library', async () => {
    const secret = '00000000-0000-4000-8000-00000000000a';
    const row = { version: 1, content: 'x', is_public: false, gap: null };
    backend.on('POST', knownPrompts, () => json([]));
    backend.on('GET', '/rest/v1/prompts', () => json([{ id: secret, title: 'Brand voice' }]));
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([{ ...row, ref: secret, prompt_id: secret, title: 'Brand voice' }]),
    );
    await choose(
      'some.json',
      JSON.stringify({
        cuebook: 1,
        prompts: [
          { id: '1', title: 'Letter', content: '{{> Middle}} {{> Shared}}', is_public: true },
          { id: '2', title: 'Shared', content: 'Hi. {{> Brand voice}}', is_public: true },
          { id: '3', title: 'Middle', content: 'Yours' },
          { id: '4', title: 'Unused', content: 'Nothing' },
        ],
      }),
    );
    await dialog.getByRole('button', { name: 'Import 4 prompts' }).click();
    const question = page.getByRole('alertdialog', { name: 'Publish these?' });
    await expect
      .poll(() =>
        question
          .getByRole('listitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['Middle', 'Brand voice']);
    await question.getByRole('button', { name: 'Go back' }).click();
    expect(backend.sent('POST', '/rest/v1/import_parts')).toEqual([]);
  });

  it('converts ${name}, others only if chosen, and puts prompts into a group with tags, as the preview shows', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    const parts: unknown[] = [];
    backend.on('POST', '/rest/v1/import_parts', ({ body }) => {
      parts.push(body);
      return new Response(null, { status: 201 });
    });
    backend.on('POST', '/rest/v1/rpc/import_library', () => refusal(400, 'P0001', 'Not today'));
    await choose(
      'some.csv',
      'title,content\nLetter,Dear ${name:you} or [name]\nPack,Pack for {weather}\n',
    );
    const notations = dialog.getByRole('group', { name: /^Turn other tools' placeholders into/ });
    await expect.element(notations.getByRole('checkbox', { checked: false })).toHaveLength(2);
    await expect.element(notations.getByRole('checkbox', { checked: true })).toHaveLength(1);
    await dialog.getByLabelText('Put them into a group').fill('Inbox');
    await dialog.getByLabelText('Add tags').fill('mail, Mail');
    await expect.element(dialog.getByText('“Mail” is there already.')).toBeVisible();
    await dialog.getByLabelText('Add tags').fill('mail');
    await expect.element(dialog.getByText('Dear {{name:you}} or [name]')).toBeVisible();
    await expect.element(dialog.getByText('Inbox', { exact: true }).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
    await expect
      .poll(() => parts)
      .toMatchObject([
        {
          content: {
            groups: [{ key: 'inbox', path: ['Inbox'] }],
            prompts: [
              { content: 'Dear {{name:you}} or [name]', group: 'inbox', tags: ['mail'] },
              { content: 'Pack for {weather}' },
            ],
          },
        },
      ]);
    await expect.element(dialog.getByText('Not today', { exact: false })).toBeVisible();
  });
});
