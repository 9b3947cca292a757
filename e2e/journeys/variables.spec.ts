import type { Page } from '@playwright/test';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The fields beside a prompt's text. */
const fields = (page: Page) => page.getByRole('region', { name: 'Variables' });
test('placeholders of other tools become variables only on request', async ({ page, me }) => {
  const content =
    'Act as [Role] for ${company:Acme}. See [the site](https://example.com).\nGreet {user} of <TEAM>: [[greeting]].';
  const id = await me.api.prompt({ title: 'Mixed', content });
  await page.goto(`/app/prompts/${id}`);
  await button(page, 'Edit').click();
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  await expect(editor.getByText(/5 placeholders from another tool/)).toBeVisible();
  await editor.getByRole('button', { name: 'Turn into variables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn into variables' });
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('{{company:Acme}}');
  await dialog.getByRole('checkbox', { name: '{user}' }).uncheck();
  await dialog.getByRole('checkbox', { name: /^\[\[name\]\]/ }).uncheck();
  await dialog.getByRole('button', { name: 'Create 3 variables' }).click();
  const converted =
    'Act as {{Role}} for {{company:Acme}}. See [the site](https://example.com).\nGreet {user} of {{TEAM}}: [[greeting]].';
  await expectContent(editor.getByLabel('Content'), converted);
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expectContent(editor.getByLabel('Content'), content);
  expect(await me.api.rows(`prompts?select=content&id=eq.${id}`)).toEqual([{ content }]);

  await editor.getByRole('button', { name: 'Turn into variables' }).click();
  await dialog.getByRole('button', { name: 'Create 5 variables' }).click();
  await editor.getByRole('button', { name: 'Update Prompt' }).click();
  for (const name of ['Role', 'company', 'user', 'TEAM', 'greeting']) {
    await expect(fields(page).getByLabel(name)).toBeVisible();
  }
});
