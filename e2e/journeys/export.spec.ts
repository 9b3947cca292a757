import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newResident, type Resident } from '../fixtures/resident.ts';
import { expect, test } from '../fixtures/test.ts';

/** A library with something of everything, among it what is easily lost. */
async function furnish({ wire }: Resident): Promise<void> {
  const [first, second] = [await wire.group('Twins', 'One'), await wire.group('Twins', 'Two')];
  await wire.group('Empty', 'Nothing in it');
  const content = '---\nno: head\n---\r\n\n  {{name}} 漢字 🎭 \r';
  const letter = await wire.prompt({
    title: 'Letter: a/b "c"',
    content,
    description: ' ',
    tags: ['Red', 'two words', 'red'],
    category: 'Mail',
    group_id: first,
  });
  await wire.patch(`prompts?id=eq.${letter}`, {
    content: `${content}!`,
    change_description: 'Louder',
  });
  await wire.patch(`prompts?id=eq.${letter}`, { group_id: second, icon: '🎭', is_public: true });
  const fork = await wire.prompt({ title: 'letter: a/b "c"', content, forked_from: letter });
  await wire.prompt({ title: 'letter: a/b "c"', content, group_id: first });
  await wire.post('favorites', { prompt_id: fork });
  const gone = await wire.prompt({ title: 'Gone', content: 'x' });
  await wire.call('save_chain', {
    title: 'Chain',
    description: 'Two\n\nlines',
    prompt_ids: [fork, gone, letter],
  });
  await wire.patch(`prompts?id=eq.${gone}`, { deleted_at: new Date().toISOString() });
}

/** Everything somebody owns, without the ids, which are new in each account. */
async function ownedBy({ wire, id: owner }: Resident): Promise<unknown> {
  const state = 'title,content,description,tags,category,icon,is_public,created_at';
  const prompts = await wire.rows<{
    title: string;
    prompt_versions: { group_id: string | null }[];
  }>(
    `prompts?select=${state},version,updated_at,forked_from_version,source:forked_from(title),groups(description),favorites(count),prompt_versions(${state},version_number,change_description,group_id)&user_id=eq.${owner}&deleted_at=is.null&order=created_at&prompt_versions.order=version_number`,
  );
  const groups = await wire.rows<{ id: string; description: string }>(
    'groups?select=id,name,description,created_at,updated_at&order=created_at',
  );
  const chains = await wire.rows(
    'chains?select=title,description,created_at,updated_at,chain_prompts(sequence_order,prompts(title,deleted_at))&order=created_at&chain_prompts.order=sequence_order',
  );
  const groupOf = new Map(groups.map(({ id, description }) => [id, description]));
  return {
    groups: groups.map(({ id: _id, ...group }) => group),
    prompts: prompts.map((prompt) => ({
      ...prompt,
      prompt_versions: prompt.prompt_versions.map((version) => ({
        ...version,
        group_id: version.group_id === null ? null : groupOf.get(version.group_id),
      })),
    })),
    chains,
  };
}

async function exportAll(page: Page, format: string): Promise<string> {
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export everything' });
  await dialog.getByRole('radio', { name: format }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    expect(page.getByText('Your export is among your downloads')).toBeVisible(),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function importFiles(page: Page, files: string | string[]): Promise<void> {
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await page
    .getByRole('dialog', { name: 'Import prompts' })
    .locator('input[type=file]')
    .setInputFiles(files);
}

for (const format of ['JSON', 'Markdown']) {
  test(`what was exported as ${format} comes back in another account, with its history`, async ({
    page,
    me,
    request,
    pageOf,
  }) => {
    await furnish(me);
    const file = await exportAll(page, format);
    const other = await newResident(request, 'Otto');
    const theirs = await pageOf(other);
    await importFiles(theirs, file);
    const dialog = theirs.getByRole('dialog', { name: 'Import prompts' });
    await expect(dialog).toContainText(
      'Their history comes along: 2 earlier versions. 1 chain too.',
    );
    await expect(dialog.getByRole('checkbox', { name: /Make public/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
    await expect(dialog).toContainText('3 groups were made. 1 chain was made.');
    await expect(dialog).toContainText('1 step of them is empty');
    // The step of the deleted prompt is one that only its owner can still see.
    const before = JSON.stringify(await ownedBy(me));
    const gone = /"prompts":\{"title":"Gone","deleted_at":"[^"]*"\}/;
    expect(await ownedBy(other)).toEqual(JSON.parse(before.replace(gone, '"prompts":null')));

    // Once more, it is all known.
    await dialog.getByRole('button', { name: 'Import another file' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog).toContainText('0 prompts to import, 3 skipped');
  });
}

test('a folder of Markdown, and files of every kind at once, are brought in', async ({
  page,
  me,
}) => {
  const folder = test.info().outputPath('Prompts');
  await mkdir(`${folder}/Cooking/.git`, { recursive: true });
  await writeFile(
    `${folder}/Cooking/soup.md`,
    '---\ntags: [hot]\n---\n\n# Soup\n\nBoil {{water}}.\n',
  );
  await writeFile(`${folder}/Cooking/photo.png`, 'x');
  await writeFile(`${folder}/Cooking/.git/x.md`, 'x');
  await writeFile(`${folder}/plain.md`, 'Plain words');
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import prompts' });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a folder' }).click(),
  ]);
  await chooser.setFiles(folder);
  await expect(dialog).toContainText(
    '2 Markdown files (Markdown) holds 2 rows: 2 prompts to import',
  );
  await expect(dialog.getByRole('list', { name: '1 file left out' })).toContainText(
    'Cooking/photo.pngIt is no CSV, JSON or Markdown file.',
  );
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
  await expect(dialog.getByText('Imported 2 prompts from 2 Markdown files.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import another file' }).click();

  // Dropped, several at once: one of them is refused, one fails in the database, the others arrive.
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['title,content\nA,1\n'], 'a.csv'));
    transfer.items.add(new File([JSON.stringify([{ title: 'B', content: '2' }])], 'b.json'));
    transfer.items.add(new File(['title\nno content\n'], 'c.csv'));
    return transfer;
  });
  await dialog.locator('input[type=file]').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.getByRole('list', { name: '1 file left out' })).toContainText('c.csv');
  let asked = 0;
  await page.route(/rpc\/import_library/, (route) => {
    asked += 1;
    return asked === 1
      ? route.fulfill({ status: 500, json: { message: 'No room', code: '53100' } })
      : route.continue();
  });
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
  await expect(dialog.getByText('Imported 1 prompt from b.json.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: '1 file not imported' })).toContainText('No room');
  await dialog.getByRole('button', { name: 'Look at what failed' }).click();
  await dialog.getByRole('button', { name: 'Import 1 prompt' }).click();
  await expect(dialog.getByText('Imported 1 prompt from a.csv.')).toBeVisible();
  expect(
    await me.wire.rows(
      'prompts?select=title,content,tags,groups(name)&is_public=is.false&order=title',
    ),
  ).toEqual([
    { title: 'A', content: '1', tags: [], groups: null },
    { title: 'B', content: '2', tags: [], groups: null },
    {
      title: 'Soup',
      content: '# Soup\n\nBoil {{water}}.',
      tags: ['hot'],
      groups: { name: 'Cooking' },
    },
    { title: 'plain', content: 'Plain words', tags: [], groups: null },
  ]);
});
