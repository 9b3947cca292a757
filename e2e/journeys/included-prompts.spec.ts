import { expect, test } from '../fixtures/test.ts';

test('a prompt includes another: it is copied whole, and changed with it', async ({
  page,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const voice = await me.api.prompt({ title: 'Brand voice', content: 'Be {{tone}} and brief.' });
  const letter = await me.api.prompt({
    title: 'Letter',
    content: `Dear all,\n{{> ${voice} tone="dry"}}`,
  });

  await page.goto(`/app/prompts/${letter}`);
  const text = page.getByRole('region', { name: 'Prompt', exact: true });
  await expect(text).toContainText('Be dry and brief.');
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('Dear all,\nBe dry and brief.');

  await text.getByRole('link', { name: 'Brand voice' }).click();
  await expect(page.getByRole('heading', { name: 'Brand voice' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
  await panel.getByLabel('Content').fill('Be {{tone}} and very brief.');
  await panel.getByRole('button', { name: 'Update Prompt' }).click();
  const usage = page.getByRole('dialog', { name: 'Used in 1 prompt' });
  await expect(usage.getByRole('insertion')).toHaveText(/very/);
  await usage.getByRole('button', { name: 'Save everywhere' }).click();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();

  await page.goto(`/app/prompts/${letter}`);
  await expect(text).toContainText('Be dry and very brief.');
});
