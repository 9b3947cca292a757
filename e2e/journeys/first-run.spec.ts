import { deleteFromRow } from '../fixtures/delete-from-row.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

test('a newcomer begins in place, and the first steps follow what is stored', async ({
  page,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // The ways to begin are outlined while they load.
  const held = Promise.withResolvers<void>();
  await page.route(/\/first-run-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/app');
  const loading = page.getByText('Loading the ways to begin');
  await expect(loading).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Start your prompt book' })).toBeVisible();
  await expect(loading).toHaveCount(0);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps).toContainText('0 of 4 done');

  // A template is filled in and copied where it is.
  await page.getByRole('button', { name: 'Fill in and copy: Clear a difficult reply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy without filling in' }).click();
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();

  // A chosen file opens the import at its preview.
  await page.getByLabel(/^Choose files/).setInputFiles({
    name: 'prompts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('title,content\nLetter,Write to {{name}}\n'),
  });
  const importing = page.getByRole('dialog', { name: 'Import prompts' });
  await expect(importing.getByRole('button', { name: 'Import 1 prompt' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('textbox', { name: 'Your prompt' }).fill('Thank {{name}}\nin two sentences');
  await page.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  const row = mainLink(page, 'Thank {{name}}');
  await expect(row).toBeVisible();
  await expect(steps).toContainText('1 of 4 done');
  await me.api.group('Letters');
  await page.reload();
  await expect(steps).toContainText('2 of 4 done');
  await steps.getByRole('button', { name: 'Hide the first steps' }).click();
  await expect(steps).toHaveCount(0);

  // A deletion is undone, in the database too.
  await deleteFromRow(page, 'Thank {{name}}');
  const question = page.getByRole('alertdialog', { name: 'Delete “Thank {{name}}”?' });
  await expect(question).toContainText('This action cannot be undone.');
  await expect(question).toContainText('for 30 days');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Start your prompt book' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toBeVisible();
  expect(await me.api.rows(`prompts?select=title,version,deleted_at&user_id=eq.${me.id}`)).toEqual([
    { title: 'Thank {{name}}', version: 1, deleted_at: null },
  ]);
  await page.reload();
  await expect(row).toBeVisible();
  await expect(steps).toHaveCount(0);
});
