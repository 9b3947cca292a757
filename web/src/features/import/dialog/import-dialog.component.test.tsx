import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { auth } from '#web/data/backend/client.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams, serveTeam } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
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
    backend.on('POST', '/rest/v1/rpc/preview_import', () => json([]));
  });

  it('says why a file cannot be read, and lets another be chosen', async () => {
    await choose('broken.json', '{"title": ');
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByLabelText(/^Choose files/)).toBeInTheDocument();
    expect(backend.sent('POST', knownPrompts)).toEqual([]);
    await expectAccessible(dialog);
  });

  it('lists the rows it skips with line and reason, and counts the others', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    await choose('some.csv', 'title,content\nPlan,Plan my day\nEmpty,\n');
    await expect.element(dialog.getByRole('button', { name: 'Import 1 prompt' })).toBeEnabled();
    await expect.element(dialog.getByRole('heading', { name: '1 row skipped' })).toBeVisible();
    await expect.element(dialog.getByText(/^Row 2, line 3/)).toBeVisible();
  });

  it('shows names, texts and many skipped rows that fit no line', async () => {
    const unbreakable = 'Unbreakable'.repeat(40);
    backend.on('POST', knownPrompts, () => json([]));
    const faults = Array.from({ length: 40 }, () => ',no title,,').join('\n');
    await choose(
      `${unbreakable}.csv`,
      `title,content,tags,${unbreakable}\n${unbreakable},${unbreakable},${'t'.repeat(50)},x\n${faults}\n`,
    );
    await expect.element(dialog.getByText('It has no title.').first()).toBeVisible();
    await expectAccessible(dialog);
  });

  it('names the first of many fields that it ignores', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    const rows = Array.from({ length: 200 }, (_, index) => ({
      title: `Prompt ${index}`,
      content: 'Plan my day',
      [`${'key'.repeat(100)} ${index}`]: 1,
      [`key ${index}`]: 1,
    }));
    await choose('some.json', JSON.stringify(rows));
    const summary = dialog.getByText('Ignored fields:', { exact: false });
    await expect.element(summary).toBeVisible();
    expect(summary.element().textContent).toMatch(
      /Ignored fields: (?:(?:key){10}, key \d, ){2}(?:key){10}, key 2 and 394 more\.$/,
    );
  });

  it('imports prompts that the library has only when that is ticked', async () => {
    backend.on('POST', knownPrompts, ({ body }) => json(Object.values(body ?? {})[0]));
    await choose('some.csv', 'title,content\nPlan,Plan my day\n');
    const nothing = dialog.getByRole('button', { name: 'Nothing to import' });
    await expect.element(nothing).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /^Also import prompts/ }).click();
    await expect.element(dialog.getByRole('button', { name: 'Import 1 prompt' })).toBeEnabled();
  });

  it('imports prompts once when its button is clicked twice', async () => {
    backend.on('POST', knownPrompts, () => json([]));
    backend.on('POST', '/rest/v1/import_parts', () => json([]));
    backend.on('POST', '/rest/v1/rpc/import_library', () => json({ imported: 1 }));
    await choose('some.csv', 'title,content\nPlan,Plan my day\n');
    const button = dialog.getByRole('button', { name: 'Import 1 prompt' });
    await expect.element(button).toBeEnabled();
    const element = button.element();
    if (!(element instanceof HTMLButtonElement)) throw new Error('It is no button.');
    // Both come before the page renders again, as when it is busy.
    element.click();
    element.click();
    await expect.element(dialog.getByText('Imported 1 prompt from some.csv.')).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/import_library')).toHaveLength(1);
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
    joinTeams([writers, 'Writers', 'editor'], ['poets', 'Poets', 'viewer']);
    serveTeam([writers, 'Writers', 'editor'], { members: 5 });
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

  it('shows the titles of included prompts, of the file and the library, in place of ids', async () => {
    const inFile = '00000000-0000-4000-8000-00000000000a';
    const stored = '00000000-0000-4000-8000-00000000000b';
    const row = { version: 1, content: 'x', is_public: false, gap: null };
    backend.on('POST', knownPrompts, () => json([]));
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([{ ...row, ref: stored, prompt_id: stored, title: 'Brand voice' }]),
    );
    const content = `{{> ${inFile}@2 tone="formal"}} {{> ${stored}}}`;
    await choose(
      'some.json',
      JSON.stringify({
        cuebook: 1,
        prompts: [
          { id: '1', title: 'Letter', content },
          { id: inFile.toUpperCase(), title: 'House tone', content: 'Be kind' },
        ],
      }),
    );
    await expect
      .element(dialog.getByText('{{> House tone@2 tone="formal"}} {{> Brand voice}}'))
      .toBeVisible();
  });

  it('asks for no titles of prompts that are included below what it shows', async () => {
    const above = '00000000-0000-4000-8000-00000000000a';
    const below = '00000000-0000-4000-8000-00000000000b';
    backend.on('POST', knownPrompts, () => json([]));
    const row = { version: 1, content: 'x', is_public: false, gap: null };
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([{ ...row, ref: above, prompt_id: above, title: 'Brand voice' }]),
    );
    const content = `{{> ${above}}} ${'Plan my day. '.repeat(1_000)} {{> ${below}}}`;
    await choose(
      'some.json',
      JSON.stringify({ cuebook: 1, prompts: [{ id: '1', title: 'Letter', content }] }),
    );
    await expect.element(dialog.getByText(/^\{\{> Brand voice\}\} Plan my day/)).toBeVisible();
    const refs = backend.sent('GET', '/rest/v1/rpc/included_texts').at(-1)?.search.get('refs');
    expect(refs).toBe(`{${above}}`);
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

  it('counts as known what the library has with the placeholders that are turned', async () => {
    backend.on('POST', knownPrompts, ({ body }) => {
      const { fingerprints } = body as { readonly fingerprints: readonly string[] };
      const stored = [fingerprint('Letter', 'Dear {{name}}'), fingerprint('Note', 'Plain')];
      return json(fingerprints.filter((each) => stored.includes(each)));
    });
    await choose('letters.csv', 'title,content\nLetter,Dear [name]\nNote,Plain\n');
    const placeholders = dialog.getByRole('checkbox', { name: /in 1 prompt/ });
    await expect.element(dialog.getByText(/1 prompt to import, 1 skipped/)).toBeVisible();
    await placeholders.click();
    await expect.element(dialog.getByText(/0 prompts to import, 2 skipped/)).toBeVisible();
    await placeholders.click();
    await expect.element(dialog.getByText(/1 prompt to import, 1 skipped/)).toBeVisible();
  });

  it('imports the other files when one is refused, which can be tried again', async () => {
    const importLibrary = '/rest/v1/rpc/import_library';
    backend.on('POST', knownPrompts, () => json([]));
    backend.on('POST', '/rest/v1/import_parts', () => new Response(null, { status: 201 }));
    backend.on('POST', importLibrary, () =>
      backend.sent('POST', importLibrary).length === 1
        ? refusal(500, '53100', 'No room')
        : json({ imported: 1 }),
    );
    await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
    await dialog
      .getByLabelText(/^Choose files/)
      .upload(['a', 'b'].map((name) => new File([`title,content\n${name},1\n`], `${name}.csv`)));
    await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
    await expect.element(dialog.getByText('Imported 1 prompt from b.csv.')).toBeVisible();
    const failed = dialog.getByRole('list', { name: '1 file not imported' });
    await expect.element(failed.getByText(/The server has no space left/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Review failed files' }).click();
    await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
    await expect.element(dialog.getByText('Imported 1 prompt from a.csv.')).toBeVisible();
  });

  describe('with public prompts', () => {
    const question = page.getByRole('alertdialog', { name: 'Publish this?' });
    const importParts = '/rest/v1/import_parts';
    const importLibrary = '/rest/v1/rpc/import_library';
    const texts = ['Use AKIAJ3Q7XN2LPZ5VKT4M for it', 'Say hello', 'Mine: AKIAJ3Q7XN2LPZ5VKT4N'];
    const prompts = texts.map((content, index) => ({
      id: String(index),
      title: `Prompt ${index}`,
      content,
      is_public: index < 2,
    }));
    const library = JSON.stringify({ cuebook: 1, prompts });
    const press = dialog.getByRole('button', { name: 'Import 3 prompts' });

    beforeEach(() => {
      backend.on('POST', knownPrompts, () => json([]));
      backend.on('GET', '/rest/v1/prompts', () => json([]));
      backend.on('POST', importParts, () => new Response(null, { status: 201 }));
      backend.on('POST', importLibrary, () => json({ imported: 3 }));
    });

    it('asks before it publishes what looks like a secret, or imports them as private', async () => {
      await choose('mine.json', library);
      await press.click();
      await expect.element(question.getByText(/1 prompt may contain secrets/)).toBeVisible();
      await expect.element(question.getByText(/Use AKIAJ3Q7XN2LPZ5VKT4M for it/)).toBeVisible();
      await question.getByRole('button', { name: 'Go back' }).click();
      await expect.element(question).not.toBeInTheDocument();
      expect(backend.sent('POST', importParts)).toEqual([]);
      await dialog.getByRole('checkbox', { name: /^Keep public prompts public/ }).click();
      await press.click();
      await expect.element(dialog.getByText(/^Imported 3 prompts from/)).toBeVisible();
      expect(backend.sent('POST', importLibrary)[0]?.body).toMatchObject({ publish: false });
    });

    it('stores nothing when it is closed while it looks for secrets', async () => {
      const onOpenChange = vi.fn<(open: boolean) => void>();
      const { promise, resolve } = Promise.withResolvers<Response>();
      backend.on('GET', '/rest/v1/prompts', () => promise);
      await renderScreen(<ImportDialog open onOpenChange={onOpenChange} />);
      const given = library.replace('Say hello', 'Say {{> Hello}}').replaceAll('AKIA', '');
      await dialog.getByLabelText(/^Choose files/).upload(new File([given], 'mine.json'));
      await press.click();
      await expect.poll(() => backend.sent('GET', '/rest/v1/prompts').length).toBe(1);
      await userEvent.keyboard('{Escape}');
      expect(onOpenChange).toHaveBeenCalledWith(false);
      backend.on('GET', '/auth/v1/user', () => json(session.user));
      resolve(json([]));
      // Two requests take longer than it would take to begin.
      await auth.getUser();
      await auth.getUser();
      expect(backend.sent('POST', importParts)).toEqual([]);
    });

    it('reports its result in a toast when the page was left meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      backend.on('POST', importLibrary, () => promise);
      const { unmount } = await renderScreen(<ImportDialog open onOpenChange={() => undefined} />);
      const file = new File(['title,content\nLeft,x\n'], 'one.csv');
      await dialog.getByLabelText(/^Choose files/).upload(file);
      await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
      await expect.poll(() => backend.sent('POST', importLibrary).length).toBe(1);
      await unmount();
      resolve(json({ imported: 1 }));
      await expect.element(page.getByText('Imported 1 prompt from one.csv')).toBeVisible();
    });
  });
});
