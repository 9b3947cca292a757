import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { dropFiles } from '../fixtures/drop-files.ts';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

/** Fills a library with every kind of entity, including what exports easily lose. */
async function furnish({ api }: SignedInUser): Promise<void> {
  const [first, second] = [await api.group('Twins', 'One'), await api.group('Twins', 'Two')];
  await api.group('Empty', 'Nothing in it');
  const content = '---\nno: head\n---\r\n\n  {{name}} 漢字 🎭 \r';
  const letter = await api.prompt({
    title: 'Letter: a/b "c"',
    content,
    description: ' ',
    tags: ['Red', 'two words', 'red'],
    category: 'Mail',
    group_id: first,
  });
  await api.patch(`prompts?id=eq.${letter}`, {
    content: `${content}!`,
    change_description: 'Louder',
  });
  await api.patch(`prompts?id=eq.${letter}`, { group_id: second, icon: '🎭', is_public: true });
  const fork = await api.prompt({ title: 'letter: a/b "c"', content, forked_from: letter });
  await api.prompt({ title: 'letter: a/b "c"', content, group_id: first });
  await api.post('favorites', { prompt_id: fork });
  const gone = await api.prompt({ title: 'Gone', content: 'x' });
  const chain = await api.chain({
    title: 'Chain',
    description: 'Two\n\nlines',
    steps: [
      { prompt_id: fork },
      { prompt_id: gone },
      { prompt_id: letter, bindings: { name: { text: ' $& {{x}}\r\n' } } },
      { title: 'Only here', content: `${content}\n\n---\n` },
    ],
  });
  await api.patch(`prompts?id=eq.${gone}`, { deleted_at: new Date().toISOString() });
  const step = {
    version: 3,
    title: 'Letter',
    content,
    bindings: {},
    values: { name: 'Ada' },
    draft: null,
  };
  const steps = [{ ...step, prompt_id: letter, text: `${content} Ada` }];
  await api.post('chain_runs', {
    chain_id: chain,
    title: 'Chain',
    state: 'finished',
    steps,
    answers: ['Dear Ada,\r\n\n---\nyours  '],
  });
  await api.post('chain_runs', { title: 'Of a chain that is gone', steps: [], answers: [] });
  await api.post('comments', { prompt_id: letter, body: 'My own words\n\n---\n' });
  await api.post('prompt_uses', {
    prompt_id: letter,
    last_values: { name: 'Ada', 'null: #': ' ~ ' },
  });
}

/** Returns everything a person owns, without ids, which differ between accounts. */
async function ownedBy({ api, id: owner }: SignedInUser): Promise<unknown> {
  const state = 'title,content,description,tags,category,icon,is_public,created_at';
  const prompts = await api.rows<{
    title: string;
    prompt_versions: { group_id: string | null }[];
  }>(
    `prompts?select=${state},version,updated_at,forked_from_version,source:forked_from(title),groups(description),favorites(count),prompt_versions(${state},version_number,change_description,group_id)&user_id=eq.${owner}&deleted_at=is.null&order=created_at&prompt_versions.order=version_number`,
  );
  const groups = await api.rows<{ id: string; description: string }>(
    'groups?select=id,name,description,created_at,updated_at&order=created_at',
  );
  const chains = await api.rows(
    'chains?select=title,description,created_at,updated_at,chain_prompts(sequence_order,title,content,bindings,prompts(title,deleted_at))&order=created_at&chain_prompts.order=sequence_order',
  );
  const runs = await api.rows(
    'chain_runs?select=title,state,steps,answers,created_at,updated_at,chains(title)&order=created_at',
  );
  const comments = await api.rows(
    `comments?select=body,created_at,updated_at,prompts!inner(title)&prompts.user_id=eq.${owner}&user_id=eq.${owner}&order=created_at`,
  );
  const uses = await api.rows(
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
    expect(page.getByText('Your export is in your downloads')).toBeVisible(),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

/** Unpacks an archive into a folder. */
async function unpacked(archive: string): Promise<string> {
  const folder = `${archive} unpacked`;
  for (const [path, bytes] of Object.entries(unzipSync(await readFile(archive)))) {
    if (path.endsWith('/')) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  return folder;
}

const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import prompts' });
const files = (page: Page) => importDialog(page).locator('input[type=file]');

/** Imports the prompts of `furnish`. */
async function importThree(page: Page): Promise<void> {
  await importDialog(page).getByRole('button', { name: 'Import 3 prompts' }).click();
  await expect(importDialog(page)).toContainText(
    '3 groups were created. 1 chain was created. 2 runs were imported. 1 comment was imported.',
  );
}

async function openImport(page: Page): Promise<void> {
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await expect(files(page)).toBeVisible();
}

test('exports in JSON and Markdown are imported into other accounts, with their history', async ({
  page,
  me,
  request,
  pageOf,
}) => {
  await furnish(me);
  const otto = await createUser(request, 'Otto');
  const [letter] = await me.api.rows<{ id: string }>(
    'prompts?select=id&is_public=is.true&user_id=eq.' + me.id,
  );
  await otto.api.post('comments', { prompt_id: letter?.id, body: 'Said by Otto' });
  // Someone else's public prompt in their group, used and commented on.
  const ida = await createUser(request, 'Ida');
  const group_id = await ida.api.group('Walls', 'W');
  const wall = await ida.api.prompt({ title: 'Wall of Ida', content: '{{x}}', group_id });
  await ida.api.patch(`prompts?id=eq.${wall}`, { is_public: true });
  await me.api.post('comments', { prompt_id: wall, body: 'Under Ida' });
  await me.api.post('prompt_uses', { prompt_id: wall, last_values: { x: 'mine' } });
  const file = await exportAll(page, 'JSON');
  const theirs = await pageOf(otto);
  await openImport(theirs);
  await files(theirs).setInputFiles(file);
  const dialog = importDialog(theirs);
  await expect(dialog).toContainText(
    "It includes 2 earlier versions. 1 chain, 2 runs, 3 groups, 1 comment and your last values for 2 prompts will be imported. 2 comments can't be imported",
  );
  await expect(dialog.getByRole('checkbox', { name: /Keep public prompts public/ })).toBeChecked();
  await importThree(theirs);
  await expect(dialog).toContainText('1 chain step is empty');
  // Only the owner can still see the step whose prompt was deleted.
  const before = JSON.stringify(await ownedBy(me));
  const gone = /"prompts":\{"title":"Gone","deleted_at":"[^"]*"\}/;
  await otto.api.remove(`comments?body=eq.Said by Otto`);
  const owned = JSON.parse(before.replace(gone, '"prompts":null')) as unknown;
  expect(await ownedBy(otto)).toEqual(owned);
  // The other person's comment is in the file under their name, but isn't imported.
  expect(await otto.api.rows('comments?select=body&body=eq.Said by Otto')).toEqual([]);

  // A second import finds nothing new but what was deleted meanwhile.
  await otto.api.remove('chains?title=eq.Chain');
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await files(theirs).setInputFiles(file);
  await expect(dialog).toContainText('0 prompts to import, 3 skipped. 1 chain will be imported.');
  await dialog.getByRole('button', { name: "Import what's missing" }).click();
  await expect(
    dialog.getByText(/^Imported 0 prompts from \S+\. 1 chain was created\./),
  ).toBeVisible();

  // The archive was unpacked.
  const archive = await exportAll(theirs, 'Markdown');
  const uma = await createUser(request, 'Uma');
  const hers = await pageOf(uma);
  await openImport(hers);
  await dropFiles(files(hers), [await unpacked(archive)]);
  await importThree(hers);
  expect(await ownedBy(uma)).toEqual(await ownedBy(otto));
});

test('a folder of Markdown and files of every kind are imported at once', async ({ page, me }) => {
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
  const dialog = importDialog(page);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a folder' }).click(),
  ]);
  await chooser.setFiles(folder);
  await expect(dialog).toContainText('2 Markdown files: 2 prompts to import');
  await expect(dialog.getByRole('list', { name: '1 file left out' })).toContainText(
    "Cooking/photo.pngIt isn't a CSV, JSON or Markdown file.",
  );
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).dblclick();
  await expect(dialog.getByText('Imported 2 prompts from 2 Markdown files.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import another file' }).click();

  // Several files and a folder dropped at once: two are unreadable, the others are imported.
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
  await expect(leftOut).toContainText('gone.csvThe file was moved, deleted or changed.');
  await dialog.getByRole('button', { name: 'Import 3 prompts' }).click();
  await expect(dialog.getByText('Imported 3 prompts from 3 files.')).toBeVisible();
  expect(
    await me.api.rows(
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
