import type { Page } from '@playwright/test';
import { expectContent } from '../fixtures/prompt-content.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { rareWord } from '../fixtures/words.ts';

const cards = (page: Page) =>
  page.getByRole('list', { name: 'Public prompts' }).getByRole('listitem');
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).locator('> li');

async function act(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('two people comment on a prompt: comments are added, edited, counted and removed', async ({
  page,
  me,
  request,
  pageOf,
}) => {
  const word = rareWord();
  const id = await me.api.prompt({ title: word, content: 'x', is_public: true });
  const sams = await pageOf(await createUser(request, 'Sam'));
  await sams.goto(`/app/prompts/${id}`);
  await expect(sams.getByText('No comments yet.')).toBeVisible();
  await sams
    .getByLabel('Add a comment')
    .fill(
      '**Good** <img src=x onerror=alert(1)> [bad](javascript:alert(1))\n- https://example.com/a',
    );
  await sams.keyboard.press('Control+Enter');
  await expect(comments(sams)).toHaveCount(1);
  await expect(sams.getByLabel('Add a comment')).toHaveValue('');
  await expect(sams.getByRole('heading', { name: '1 comment' })).toBeVisible();
  await expect(comments(sams).locator('strong')).toHaveText('Good');
  await expect(comments(sams)).toContainText('<img src=x onerror=alert(1)>');
  await expect(comments(sams)).toContainText('[bad](javascript:alert(1))');
  await expect(comments(sams).locator('img[src="x"]')).toHaveCount(0);
  await expect(comments(sams).getByRole('link')).toHaveAttribute('rel', /nofollow/);
  await act(sams, 'Comment actions', 'Edit');
  await sams.getByLabel('Edit your comment').fill('I *really* think so');
  await sams.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(comments(sams)).toContainText(/edited.*I really think so/s);

  await page.goto(`/app/community?q=${word}`);
  await expect(cards(page)).toContainText('1 comment');
  await cards(page).getByRole('link').click();
  await page.getByRole('button', { name: 'Comment actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Report', 'Hide author', 'Remove']);
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments', exact: true })).toBeVisible();
});

test('a reader reports a prompt and hides its author, then unhides them on the account page', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const [nora, olga] = [await createUser(request, 'Nora'), await createUser(request, 'Olga')];
  const shown = { title: `Theirs ${word}`, content: 'x', is_public: true };
  await nora.api.prompt(shown);
  const other = await olga.api.prompt({ ...shown, title: `Other ${word}` });
  expect((await nora.api.post('comments', { prompt_id: other, body: 'By Nora' })).status).toBe(201);
  await page.goto(`/app/community?q=${word}`);
  await expect(page.getByText('2 prompts', { exact: true })).toBeVisible();
  await act(page, `More about Theirs ${word}`, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report this prompt' });
  await dialog.getByLabel("What's wrong?").selectOption("Someone else's work");
  await dialog.getByLabel('Details (optional)').fill('From my book');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Reported. Thank you.')).toBeVisible();
  expect(await me.api.rows('reports?select=reason,note')).toEqual([
    { reason: 'rights', note: 'From my book' },
  ]);
  await act(page, `More about Theirs ${word}`, 'Hide author');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hide author' }).click();
  await expect(page.getByText('Nora is hidden')).toBeVisible();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText('1 prompt', { exact: true })).toBeVisible();
  await cards(page).getByRole('link').click();
  await expect(page.getByText('All comments are by authors you hid.')).toBeVisible();

  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Unhide Nora' }).click();
  await expect(page.getByText('No hidden authors.')).toBeVisible();
  await page.goto(`/app/community?q=${word}`);
  await expect(cards(page)).toHaveCount(2);
});

test('a fork merges changes of its source without losing its own', async ({
  page,
  me,
  request,
}) => {
  const word = rareWord();
  const nora = await createUser(request, 'Nora');
  const lines = (first: string, second: string, third: string) =>
    `${first} line\n\n${second} line\n\n${third} line`;
  const source = await nora.api.prompt({
    title: word,
    content: lines('First', 'Second', 'Third'),
    is_public: true,
  });
  const fork = await me.api.prompt({
    title: `${word} (Fork)`,
    content: lines('First', 'My second', 'Third'),
    forked_from: source,
  });
  await nora.api.patch(`prompts?id=eq.${source}`, {
    content: lines('New first', 'Second', 'Third'),
  });
  await page.goto(`/app/prompts/${fork}`);
  const notice = page.getByRole('region', { name: 'The source has changed' });
  await expect(notice).toContainText('from version 1 to version 2');
  await notice.getByRole('button', { name: 'Show changes' }).click();
  await expect(notice.locator('ins').first()).toContainText('New');
  await notice.getByRole('button', { name: 'Merge changes' }).click();
  const panel = page.getByRole('dialog', { name: 'Merge changes from the source' });
  await expect(panel.getByLabel('Merged title')).toHaveValue(`${word} (Fork)`);
  await expectContent(panel.getByLabel('Merged content'), lines('New first', 'My second', 'Third'));

  // The source changes again while the comparison is open: nothing is saved.
  await nora.api.patch(`prompts?id=eq.${source}`, {
    content: lines('New first', 'Second', 'New third'),
  });
  await panel.getByRole('button', { name: 'Save merged version' }).click();
  await expect(panel.getByRole('alert')).toContainText('Nothing was saved');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toContainText('to version 3');
  await notice.getByRole('button', { name: 'Merge changes' }).click();
  await expectContent(
    panel.getByLabel('Merged content'),
    lines('New first', 'My second', 'New third'),
  );
  await panel.getByRole('button', { name: 'Save merged version' }).click();
  await expect(panel).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  expect(
    await me.api.rows(`prompts?select=content,version,forked_from_version,is_public&id=eq.${fork}`),
  ).toEqual([
    {
      content: lines('New first', 'My second', 'New third'),
      version: 2,
      forked_from_version: 3,
      is_public: false,
    },
  ]);
});
