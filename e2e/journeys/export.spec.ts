import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { dropFiles } from '../fixtures/drop-files.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

/** A library with something of everything, among it what is easily lost. */
async function furnish({ wire }: SignedInUser): Promise<void> {
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
  const [chain] = await wire.rows<{ id: string }>('chains?select=id');
  const step = { version: 3, title: 'Letter', content, values: { name: 'Ada' }, draft: null };
  const steps = [{ ...step, prompt_id: letter, text: `${content} Ada` }];
  await wire.post('chain_runs', {
    chain_id: chain?.id,
    title: 'Chain',
    state: 'finished',
    steps,
    answers: ['Dear Ada,\r\n\n---\nyours  '],
  });
  await wire.post('chain_runs', { title: 'Of a chain that is gone', steps: [], answers: [] });
  await wire.post('comments', { prompt_id: letter, body: 'My own words\n\n---\n' });
  await wire.post('prompt_uses', {
    prompt_id: letter,
    last_values: { name: 'Ada', 'null: #': ' ~ ' },
  });
}

/** Everything somebody owns, without the ids, which are new in each account. */
async function ownedBy({ wire, id: owner }: SignedInUser): Promise<unknown> {
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
  const runs = await wire.rows(
    'chain_runs?select=title,state,steps,answers,created_at,updated_at,chains(title)&order=created_at',
  );
  const comments = await wire.rows(
    `comments?select=body,created_at,updated_at,prompts!inner(title)&prompts.user_id=eq.${owner}&user_id=eq.${owner}&order=created_at`,
  );
  const uses = await wire.rows(
    'prompt_uses?select=used_at,uses,last_values,prompts:readable_prompts(title)&order=used_at',
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
    runs: JSON.parse(
      JSON.stringify(runs).replaceAll(/"prompt_id":\s*"[^"]*"/g, '"prompt_id":"one here"'),
    ) as unknown,
    comments,
    uses,
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

/** A folder with what is in an archive. */
async function unpacked(archive: string): Promise<string> {
  const folder = `${archive} unpacked`;
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(archive)))) {
    if (path.endsWith('/')) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}

/** What an export holds, without ids, which are new in each account, and without words of others. */
async function contentOf(path: string): Promise<unknown> {
  const bytes = await readFile(path);
  const texts = path.endsWith('.zip')
    ? Object.entries(unzipSync(bytes)).map(([name, text]) => `${name}\n${strFromU8(text)}`)
    : bytes.toString().split('\n');
  return texts
    .filter((text) => !/Said by Otto|Under Ida|"exported_at"/.test(text))
    .map((text) =>
      text.replace(/,$/, '').replaceAll(/"?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"?/g, 'null'),
    )
    .toSorted();
}

const files = (page: Page) =>
  page.getByRole('dialog', { name: 'Import prompts' }).locator('input[type=file]');

async function openImport(page: Page): Promise<void> {
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await expect(files(page)).toBeVisible();
}

for (const format of ['JSON', 'Markdown']) {
  test(`what was exported as ${format} comes back in another account, with its history`, async ({
    page,
    me,
    request,
    pageOf,
  }) => {
    await furnish(me);
    const other = await createUser(request, 'Otto');
    const [letter] = await me.wire.rows<{ id: string }>(
      'prompts?select=id&is_public=is.true&user_id=eq.' + me.id,
    );
    await other.wire.post('comments', { prompt_id: letter?.id, body: 'Said by Otto' });
    // Somebody else's public prompt, in a group of theirs: used and commented on.
    const ida = await createUser(request, 'Ida');
    const group_id = await ida.wire.group('Walls', 'W');
    const wall = await ida.wire.prompt({ title: 'Wall of Ida', content: '{{x}}', group_id });
    await ida.wire.patch(`prompts?id=eq.${wall}`, { is_public: true });
    await me.wire.post('comments', { prompt_id: wall, body: 'Under Ida' });
    await me.wire.post('prompt_uses', { prompt_id: wall, last_values: { x: 'mine' } });
    const file = await exportAll(page, format);
    const theirs = await pageOf(other);
    await openImport(theirs);
    // Markdown as the folder that it is once unpacked; the archive itself follows.
    if (format === 'JSON') await files(theirs).setInputFiles(file);
    else await dropFiles(files(theirs), [await unpacked(file)]);
    const dialog = theirs.getByRole('dialog', { name: 'Import prompts' });
    await expect(dialog).toContainText(
      "Their history comes along: 2 earlier versions. It also holds 1 chain, 2 runs and 1 comment; only those that you don't have yet are imported. 2 comments stay in the file",
    );
    await expect(dialog.getByRole('checkbox', { name: /Make public/ })).toBeChecked();
    await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
    await expect(dialog).toContainText(
      '3 groups were made. 1 chain was made. 2 runs were imported. 1 comment was imported.',
    );
    await expect(dialog).toContainText('1 step of them is empty');
    // The step of the deleted prompt is one that only its owner can still see.
    const before = JSON.stringify(await ownedBy(me));
    const gone = /"prompts":\{"title":"Gone","deleted_at":"[^"]*"\}/;
    await other.wire.remove(`comments?body=eq.Said by Otto`);
    expect(await ownedBy(other)).toEqual(JSON.parse(before.replace(gone, '"prompts":null')));
    // The comment of somebody else is in the file as a text under their name, and nobody's here.
    expect(await other.wire.rows('comments?select=body&body=eq.Said by Otto')).toEqual([]);

    // And exported once more, it is the same file, ids aside.
    await theirs.keyboard.press('Escape');
    const again = await exportAll(theirs, format);
    expect(await contentOf(again)).toEqual(await contentOf(file));
    await openImport(theirs);

    // Once more, it is all known.
    await files(theirs).setInputFiles(file);
    await expect(dialog).toContainText('0 prompts to import, 3 skipped');
    await dialog.getByRole('button', { name: 'Import what is missing' }).click();
    await expect(
      dialog.getByText(/^Imported 0 prompts from (\S+|\d+ Markdown files)\.$/),
    ).toBeVisible();
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
  await openImport(page);
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
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).dblclick();
  await expect(dialog.getByText('Imported 2 prompts from 2 Markdown files.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import another file' }).click();

  // Dropped, several at once, with a folder: two cannot be read, one fails in the database, the others arrive.
  const beside = test.info().outputPath('beside');
  await mkdir(`${beside}/Garden`, { recursive: true });
  await writeFile(`${beside}/Garden/mint.md`, 'Water the mint');
  await writeFile(`${beside}/a.csv`, 'title,content\nA,1\n');
  await writeFile(`${beside}/b.json`, JSON.stringify([{ title: 'B', content: '2' }]));
  await writeFile(`${beside}/c.csv`, 'title\nno content\n');
  await dropFiles(
    files(page),
    ['a.csv', 'b.json', 'c.csv', 'gone.csv', 'Garden'].map((name) => join(beside, name)),
  );
  const leftOut = dialog.getByRole('list', { name: '2 files left out' });
  await expect(leftOut).toContainText('c.csv');
  await expect(leftOut).toContainText('gone.csvThe file can no longer be read.');
  let asked = 0;
  await page.route(/rpc\/import_library/, (route) => {
    asked += 1;
    return asked === 1
      ? route.fulfill({ status: 500, json: { message: 'No room', code: '53100' } })
      : route.continue();
  });
  await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
  await expect(dialog.getByText('Imported 2 prompts from 2 files.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: '1 file not imported' })).toContainText(
    'The server has no room left',
  );
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
    { title: 'mint', content: 'Water the mint', tags: [], groups: { name: 'Garden' } },
    { title: 'plain', content: 'Plain words', tags: [], groups: null },
  ]);
});
