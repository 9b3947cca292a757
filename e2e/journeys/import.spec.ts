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
