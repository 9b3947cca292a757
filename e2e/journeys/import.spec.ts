import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';
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

test('a second import counts new prompts, and imports those that are there on request', async ({
  page,
  me,
}) => {
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

  await dialog(page)
    .getByRole('checkbox', { name: /^Also import prompts that are already in your library/ })
    .check();
  await store(page, '2 prompts');
  expect(await me.api.privatePrompts()).toBe(4);
});
