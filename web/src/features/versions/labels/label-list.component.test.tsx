import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { latestVersionsQuery } from '#web/data/prompts/versions.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import LabelList from './label-list.tsx';

const labels = '/rest/v1/prompt_labels';
const moves = '/rest/v1/prompt_label_moves';
const moving = '/rest/v1/rpc/move_prompt_label';
const removing = '/rest/v1/rpc/remove_prompt_label';
const protecting = '/rest/v1/rpc/protect_prompt_label';

const production = {
  label: 'production',
  version_number: 2,
  is_protected: false,
  moved_at: '2026-01-01T00:00:00Z',
};

beforeEach(() => {
  backend.on('GET', labels, () => json([production]));
  showVersions([3, 2, 1]);
  for (const path of [moving, removing, protecting]) backend.on('POST', path, () => json({}));
});

function showVersions(numbers: readonly number[], answered = Promise.resolve()) {
  backend.on('GET', '/rest/v1/prompt_versions', async () => {
    await answered;
    return json(
      numbers.map((number) => ({
        id: `v${number}`,
        version_number: number,
        change_description: `Change ${number}`,
        proposed_by: null,
        created_at: '2026-01-01T00:00:00Z',
      })),
    );
  });
}

const show = (mayMove = true) => renderScreen(<LabelList promptId="p1" mayMove={mayMove} />);

async function openMenu(entry: string) {
  await page.getByRole('button', { name: 'Actions for production' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

const version = page.getByLabelText('Version');
const dialog = page.getByRole('dialog');

describe('LabelList', () => {
  it('explains what a label is while there is none', async () => {
    backend.on('GET', labels, () => json([]));
    await show();
    await expect.element(page.getByText(/names the version that programs read/)).toBeVisible();
  });

  it('moves a label with a note, from the version that it shows, and undoes that', async () => {
    await show();
    await openMenu('Move');
    await expect.element(version).toHaveValue('2');
    await expect.element(page.getByText('production names version 2 already.')).toBeVisible();
    await version.selectOptions('Version 3 · Change 3');
    await expect
      .element(page.getByText('Programs that read production get version 3 instead of 2 at once.'))
      .toBeVisible();
    await page.getByLabelText('Note').fill('Tested');
    await page.getByRole('button', { name: 'Move label' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('production names version 2 again')).toBeVisible();
    expect(backend.sent('POST', moving).map(({ body }) => body)).toEqual([
      { prompt_id: 'p1', label: 'production', version_number: 3, base_version: 2, note: 'Tested' },
      { prompt_id: 'p1', label: 'production', version_number: 2, base_version: 3, note: 'Undone' },
    ]);
  });

  it('sets a new label on the latest version unless another is chosen', async () => {
    await show();
    await page.getByRole('button', { name: 'Label a version' }).click();
    const name = dialog.getByLabelText('Label');
    const set = page.getByRole('button', { name: 'Set label' });
    await expect.element(version).toHaveValue('3');
    await set.click();
    await expect.element(page.getByText('Enter a label.')).toBeVisible();
    await name.fill('Staging');
    // It stays at the field, whatever is typed.
    await expect.element(name).toHaveAccessibleDescription('Enter a label.');
    await set.click();
    await expect.element(page.getByText(/^A label starts with a letter/)).toBeVisible();
    await name.fill('latest');
    await set.click();
    await expect
      .element(page.getByText(/^Without a label, programs read the latest/))
      .toBeVisible();
    expect(backend.sent('POST', moving)).toEqual([]);
    await name.fill(' staging ');
    await set.click();
    await expect.element(page.getByText('staging now names version 3')).toBeVisible();
    expect(backend.sent('POST', moving)[0]?.body).toMatchObject({
      label: 'staging',
      version_number: 3,
      base_version: 0,
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('staging is removed')).toBeVisible();
    expect(backend.sent('POST', removing)[0]?.body).toMatchObject({
      label: 'staging',
      base_version: 3,
    });
  });

  it('keeps the version that it first shows when a newer one is saved', async () => {
    const { client } = await show();
    await page.getByRole('button', { name: 'Label a version' }).click();
    await expect.element(version).toHaveValue('3');
    await dialog.getByLabelText('Label').fill('staging');
    showVersions([4, 3, 2, 1]);
    await client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt('p1') });
    await expect.element(page.getByRole('option', { name: /^Version 4/ })).toBeInTheDocument();
    await expect.element(version).toHaveValue('3');
    await page.getByRole('button', { name: 'Set label' }).click();
    await expect.element(page.getByText('staging now names version 3')).toBeVisible();
    expect(backend.sent('POST', moving)[0]?.body).toMatchObject({ version_number: 3 });
  });

  it('offers the newest version when the cache has only older ones', async () => {
    const { client } = await show();
    await client.prefetchQuery(latestVersionsQuery('p1'));
    const answered = Promise.withResolvers<void>();
    showVersions([4, 3, 2, 1], answered.promise);
    await client.invalidateQueries({ queryKey: queryKeys.versions.ofPrompt('p1') });
    await page.getByRole('button', { name: 'Label a version' }).click();
    await expect.element(version).toHaveValue('3');
    answered.resolve();
    await expect.element(version).toHaveValue('4');
  });

  it('keeps what was entered when somebody else moved the label, and shows where it is', async () => {
    await show();
    await openMenu('Move');
    await version.selectOptions('Version 3 · Change 3');
    await page.getByLabelText('Note').fill('Tested');
    backend.on('POST', moving, () =>
      refusal(409, 'PT409', 'The label has been moved since it was loaded'),
    );
    backend.on('GET', labels, () => json([{ ...production, version_number: 1 }]));
    await page.getByRole('button', { name: 'Move label' }).click();
    await expect
      .element(page.getByText('The label has been moved since it was loaded'))
      .toBeVisible();
    await expect
      .element(page.getByText('Programs that read production get version 3 instead of 1 at once.'))
      .toBeVisible();
    await expect.element(page.getByLabelText('Note')).toHaveValue('Tested');
  });

  it('removes a label, and brings it back with "Undo"', async () => {
    await show();
    await openMenu('Remove');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('production is back')).toBeVisible();
    expect(backend.sent('POST', removing)[0]?.body).toMatchObject({ base_version: 2 });
    expect(backend.sent('POST', moving)[0]?.body).toMatchObject({
      version_number: 2,
      base_version: 0,
    });
  });

  it('says that a change failed, such as without a connection', async () => {
    await show();
    backend.on('POST', removing, noConnection);
    await openMenu('Remove');
    await expect.element(page.getByText(/^Couldn't remove production: ./)).toBeVisible();
  });

  it('protects a label, which then cannot be removed', async () => {
    await show();
    backend.on('GET', labels, () => json([{ ...production, is_protected: true }]));
    await openMenu('Protect');
    await expect.element(page.getByText('production is protected')).toBeVisible();
    expect(backend.sent('POST', protecting)[0]?.body).toEqual({
      prompt_id: 'p1',
      label: 'production',
      is_protected: true,
    });
    await expect.element(page.getByText('(protected)')).toBeInTheDocument();
    await page.getByRole('button', { name: 'Actions for production' }).click();
    await expect
      .element(page.getByRole('menuitem', { name: 'Remove' }))
      .toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('menuitem', { name: 'End protection' })).toBeVisible();
  });

  it('offers no changes for a deleted prompt', async () => {
    await show(false);
    await expect.element(page.getByText('production', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Label a version' }))
      .not.toBeInTheDocument();
  });

  it('says that the labels could not be loaded, and loads them again', async () => {
    backend.on('GET', labels, noConnection);
    await show();
    await expect.element(page.getByText(/^The labels could not be loaded: ./)).toBeVisible();
    backend.on('GET', labels, () => json([production]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('production', { exact: true })).toBeVisible();
  });
});

describe('the log of labels', () => {
  const entry = {
    id: 'm3',
    label: 'production',
    from_version: 1,
    to_version: 2,
    protection: null,
    note: 'Tested',
    moved_by: session.user.id,
    by_token: true,
    moved_at: '2026-01-03T00:00:00Z',
    profiles: { full_name: 'Ada' },
  };
  const earlier = {
    ...entry,
    id: 'm1',
    from_version: null,
    to_version: 1,
    note: null,
    moved_by: 'another',
    by_token: false,
    profiles: { full_name: 'Bob' },
  };
  const protection = { ...earlier, id: 'm2', from_version: 1, protection: true };

  async function openLog() {
    await show();
    await page.getByRole('button', { name: 'Log of labels' }).click();
    await expect.element(dialog).toBeVisible();
  }

  it('says who moved which label, from where, to where and why', async () => {
    backend.on('GET', moves, () => json([entry, protection, earlier]));
    await openLog();
    const rows = dialog.getByRole('listitem');
    const [last, protectionRow, first] = [rows.nth(0), rows.nth(1), rows.nth(2)];
    await expect.element(last.getByText('moved from version 1 to 2')).toBeVisible();
    await expect.element(last.getByText('Tested')).toBeVisible();
    await expect.element(last.getByText(/by you, with an access token$/)).toBeVisible();
    await expect.element(protectionRow.getByText('protected', { exact: true })).toBeVisible();
    await expect.element(protectionRow.getByText(/by Bob$/)).toBeVisible();
    await expect.element(first.getByText('set on version 1')).toBeVisible();
  });

  it('undoes the last move of a label, and offers that for no other', async () => {
    backend.on('GET', moves, () => json([entry, protection, earlier]));
    await openLog();
    const undo = dialog.getByRole('button', { name: /^Undo/ });
    await expect.element(undo).toHaveAccessibleName('Undo: production moved from version 1 to 2');
    await undo.click();
    await expect
      .poll(() => backend.sent('POST', moving)[0]?.body)
      .toMatchObject({ label: 'production', version_number: 1, base_version: 2 });
  });

  it('says that nothing was labelled, or that it could not be loaded', async () => {
    backend.on('GET', moves, () => refusal(500, 'XX000', 'no'));
    await openLog();
    await expect.element(page.getByText('The log could not be loaded')).toBeVisible();
    backend.on('GET', moves, () => json([]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('No label has been set yet.')).toBeVisible();
  });
});
