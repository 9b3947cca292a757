import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, test, userTest } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import prompts' });
const skipped = (page: Page) => page.getByRole('list', { name: 'Rows skipped' });

interface GivenFile {
  readonly name: string;
  readonly text: string | Buffer;
}

async function choose(page: Page, { name, text }: GivenFile): Promise<void> {
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
}

async function openImport(page: Page): Promise<void> {
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await expect(dialog(page)).toBeVisible();
}

/** Imports what the preview shows, and checks the report. */
async function store(page: Page, count: string): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: `Import ${count}`, exact: true })
    .click();
  await expect(dialog(page).getByText(`Imported ${count} from`)).toBeVisible();
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const refused: readonly (GivenFile & { readonly what: string; readonly says: RegExp })[] = [
  {
    what: 'a quote that is never closed',
    name: 'open.csv',
    text: 'title,content\nGood,Fine\nBad,"never closed\nand on',
    says: /Line 3: the quote opened here is never closed\. Nothing was imported\./,
  },
  {
    what: 'a quote in the middle of a quoted field',
    name: 'stray.csv',
    text: 'title,content\nBad,"a "stray" quote"\n',
    says: /Line 2: there is text after a field's closing quote/,
  },
  { what: 'an empty file', name: 'empty.csv', text: '', says: /This file is empty/ },
  { what: 'a file of blanks', name: 'blank.csv', text: ' \n\n', says: /This file is empty/ },
  { what: 'an image', name: 'cat.csv', text: png, says: /This file is a PNG image/ },
  {
    what: 'another header',
    name: 'people.csv',
    text: 'first,last\nAda,Lovelace\n',
    says: /doesn't name the required columns.*Found: “first”, “last”/,
  },
  { what: 'broken JSON', name: 'half.json', text: '[{"title": "a"', says: /isn't valid JSON/ },
  {
    what: 'JSON of something else',
    name: 'other.json',
    text: '{"a": 1}',
    says: /contains no list of prompts/,
  },
  {
    what: 'letters of another encoding',
    name: 'latin.csv',
    text: Buffer.from('title,content\nCaf\xe9,Drink\n', 'latin1'),
    says: /isn't encoded as UTF-8 \(see line 2\)/,
  },
];

test('an unreadable file says why, and nothing is imported', async ({ page, me }) => {
  await openImport(page);
  for (const { what, says, ...file } of refused) {
    await test.step(what, async () => {
      await choose(page, file);
      await expect(dialog(page).getByText(says)).toBeVisible();
      await expect(dialog(page).getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
    });
  }
  expect(await me.api.privatePrompts()).toBe(0);
  expect(await me.api.rows('groups?select=id')).toEqual([]);
});

test('a CSV file is previewed, imported exactly, and reported', async ({ page, me }) => {
  await openImport(page);
  const content = 'Line one\r\n\r\n  "quoted", {{name}} — 漢字 🎭\t';
  await choose(page, {
    name: 'mine.csv',
    text: `\uFEFFTags,Prompt,ACT,group,category,Score\r\n"a, b;c","${content.replaceAll('"', '""')}",Letter,Work,Writing,7\r\n,No title here,,,,\r\n,,Only a title,,,\r\n,Twice,Echo,work,,\r\n,Twice,Echo,,,\r\n`,
  });
  await expect(dialog(page)).toContainText('mine.csv (CSV) contains 5 rows: 2 prompts to import');
  await expect(dialog(page)).toContainText('3 skipped');
  await expect(dialog(page)).toContainText('Ignored columns: Score.');
  await expect(skipped(page).getByRole('listitem')).toHaveText([
    /Row 2, line 5.*It has no title\./,
    /Row 3, line 6.*Only a title.*It has no content\./,
    /Row 5, line 8.*Echo.*Same title and content as row 4\./,
  ]);
  expect(await me.api.privatePrompts()).toBe(0);
  await store(page, '2 prompts');
  await expect(skipped(page).getByRole('listitem')).toHaveCount(3);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(mainLink(page, 'Letter')).toBeVisible();
  expect(
    await me.api.rows(
      'prompts?select=title,content,tags,category,version,is_public,groups(name)&is_public=is.false&order=title',
    ),
  ).toEqual([
    {
      title: 'Echo',
      content: 'Twice',
      tags: [],
      category: null,
      version: 1,
      is_public: false,
      groups: { name: 'Work' },
    },
    {
      title: 'Letter',
      content,
      tags: ['a', 'b', 'c'],
      category: 'Writing',
      version: 1,
      is_public: false,
      groups: { name: 'Work' },
    },
  ]);
  expect(await me.api.rows('groups?select=name')).toEqual([{ name: 'Work' }]);
});

const shapes: readonly GivenFile[] = [
  { name: 'semicolons.csv', text: 'name;text\nA;"x;y"\nB;z' },
  { name: 'tabs.tsv', text: 'content\ttitle\nx;y\tA\nz\tB\n' },
  { name: 'old-mac.csv', text: 'title,content\rA,x;y\rB,z\r' },
  {
    name: 'list.json',
    text: JSON.stringify([
      { title: 'A', content: 'x;y' },
      { act: 'B', prompt: 'z' },
    ]),
  },
  {
    name: 'object.json',
    text: JSON.stringify({
      prompts: [
        { name: 'A', text: 'x;y' },
        { title: 'B', content: 'z' },
      ],
    }),
  },
  { name: 'lines.jsonl', text: '{"title":"A","content":"x;y"}\n\n{"title":"B","content":"z"}\n' },
  { name: 'no-ending', text: Buffer.from('\uFEFFtitle,content\nA,x;y\nB,z\n', 'utf16le') },
];

test('duplicates are recognised in every file format', async ({ page, me }) => {
  await openImport(page);
  for (const [index, file] of shapes.entries()) {
    await test.step(file.name, async () => {
      await choose(page, file);
      if (index === 0) {
        await store(page, '2 prompts');
        await dialog(page).getByRole('button', { name: 'Import another file' }).click();
        return;
      }
      // They equal the first file's prompts exactly, so they are duplicates.
      await expect(dialog(page)).toContainText('contains 2 rows: 0 prompts to import, 2 skipped');
      await expect(skipped(page).getByText('Already in your library.')).toHaveCount(2);
      await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
      await dialog(page).getByRole('button', { name: 'Choose another file' }).click();
    });
  }
  expect(await me.api.privatePrompts()).toBe(2);
});

test('an import asks before it makes public what looks like a secret', async ({ page, me }) => {
  await openImport(page);
  const prompts = [
    { title: 'Deploy', content: 'Use AKIAJ3Q7XN2LPZ5VKT4M for it', is_public: true },
    { title: 'Greet', content: 'Say hello to {{name}}', is_public: true },
    { title: 'Own notes', content: 'Mine: AKIAJ3Q7XN2LPZ5VKT4N', is_public: false },
  ].map((prompt, index) => ({ id: String(index), ...prompt }));
  const library = { cuebook: 1, groups: [], prompts, chains: [] };
  await choose(page, { name: 'mine.json', text: JSON.stringify(library) });
  const confirm = dialog(page).getByRole('button', { name: 'Import 3 prompts', exact: true });
  await confirm.click();
  const question = page.getByRole('alertdialog', { name: 'Publish this?' });
  await expect(question.getByText('1 prompt may contain secrets')).toBeVisible();
  await expect(question.getByRole('listitem')).toContainText('AKIAJ3Q7XN2LPZ5VKT4M');
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(question).toBeHidden();
  expect(await me.api.rows('prompts?select=id&user_id=eq.' + me.id)).toEqual([]);

  await dialog(page)
    .getByRole('checkbox', { name: /^Keep public prompts public/ })
    .uncheck();
  await confirm.click();
  await expect(dialog(page).getByText('Imported 3 prompts from')).toBeVisible();
  expect(await me.api.privatePrompts()).toBe(3);
});

test('duplicates can be imported by choice', async ({ page, me }) => {
  await me.api.prompt({ title: 'A', content: 'x' });
  await openImport(page);
  await choose(page, { name: 'again.csv', text: 'title,content\nA,x\nB,y\n' });
  await expect(dialog(page)).toContainText('1 prompt to import, 1 skipped');
  await dialog(page)
    .getByRole('checkbox', { name: /^Also import prompts that are already in your library/ })
    .check();
  await store(page, '2 prompts');
  expect(await me.api.privatePrompts()).toBe(3);
});

test('an import that the server refuses stores nothing and can be tried again', async ({
  page,
  me,
}) => {
  await openImport(page);
  await choose(page, { name: 'two.csv', text: 'title,content\nA,x\nB,y\n' });
  await page.route(/rpc\/import_library/, (route) => route.abort());
  await dialog(page).getByRole('button', { name: 'Import 2 prompts' }).click();
  await expect(dialog(page).getByText(/Nothing was imported/)).toBeVisible();
  expect(await me.api.privatePrompts()).toBe(0);
  await page.unroute(/rpc\/import_library/);
  await store(page, '2 prompts');
  expect(await me.api.privatePrompts()).toBe(2);
});

test('a cancelled import stores nothing, and one left running reports its result', async ({
  page,
  me,
}) => {
  const prompts = [{ id: '1', title: 'Given up', content: 'x', is_public: true }];
  await openImport(page);
  await choose(page, { name: 'mine.json', text: JSON.stringify({ cuebook: 1, prompts }) });
  await dialog(page)
    .getByRole('button', { name: 'Import 1 prompt', exact: true })
    .evaluate((button) => {
      button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
  await expect(dialog(page)).toBeHidden();

  // A page that is left before it has opened is no page to go back to.
  const goTo = async (name: string) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  };
  await goTo('Groups');
  await goTo('Library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  await choose(page, { name: 'one.csv', text: 'title,content\nLeft,x\n' });
  const line = Promise.withResolvers<void>();
  await page.route(/rpc\/import_library/, async (route) => {
    await line.promise;
    await route.continue();
  });
  const sent = page.waitForRequest(/rpc\/import_library/);
  await dialog(page).getByRole('button', { name: 'Import 1 prompt' }).click();
  await sent;
  await page.goBack();
  await expect(page).toHaveURL(/\/app\/groups$/);
  line.resolve();
  await expect(page.getByText('Imported 1 prompt from one.csv')).toBeVisible();
  expect(await me.api.rows(`prompts?select=title&user_id=eq.${me.id}`)).toEqual([
    { title: 'Left' },
  ]);
});

userTest('a second import counts new prompts after converting placeholders', async ({ page }) => {
  await openImport(page);
  const file = { name: 'letters.csv', text: 'title,content\nLetter,Dear [name]\nNote,Plain\n' };
  await choose(page, file);
  await dialog(page)
    .getByRole('checkbox', { name: /in 1 prompt/ })
    .check();
  await store(page, '2 prompts');
  await dialog(page).getByRole('button', { name: 'Import another file' }).click();
  await choose(page, file);
  // The earlier choice still applies.
  await expect(dialog(page)).toContainText('0 prompts to import, 2 skipped');
  await expect(dialog(page).getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await dialog(page)
    .getByRole('checkbox', { name: /in 1 prompt/ })
    .uncheck();
  await expect(dialog(page)).toContainText('1 prompt to import, 1 skipped');
});

test('an archive that contradicts itself is refused by name, and nothing is stored', async ({
  page,
  me,
}) => {
  await openImport(page);
  const archive = Buffer.from(
    zipSync({ 'notes/long.csv': strToU8(`title,content\nA,${'word '.repeat(500)}end\n`) }),
  );
  // The directory claims a hundred bytes, which would truncate the text.
  const directory = archive.indexOf('PK\u0001\u0002', 0, 'latin1');
  archive.writeUInt32LE(100, directory + 24);
  await choose(page, { name: 'lies.zip', text: archive });
  await expect(
    dialog(page).getByText(/“notes\/long\.csv” doesn't match the archive's directory/),
  ).toBeVisible();
  expect(await me.api.privatePrompts()).toBe(0);
});
