import type { Page } from '@playwright/test';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The fields beside a prompt's text. */
const fields = (page: Page) => page.getByRole('region', { name: 'Variables' });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const typed =
  'Write {{words|number:100}} words in a {{tone|choice:dry,warm}} tone about:\n{{facts|long}}\nSigned {{name}}';

test('each type of variable has its field, a live preview, and its last value', async ({
  page,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await me.api.prompt({ title: 'Letter', content: typed });
  await page.goto(`/app/prompts/${id}`);
  const form = fields(page);
  const preview = page.getByRole('region', { name: 'Prompt', exact: true });
  await expect(preview).toHaveText(
    'Write words number = 100 words in a tone choice = dry tone about: facts long Signed name',
  );
  await button(page, 'Fill in and copy').click();
  await expect(form.getByLabel('words')).toBeFocused();
  await expect(form.getByLabel('facts')).toHaveJSProperty('tagName', 'TEXTAREA');
  await form.getByLabel('facts').fill('One.\nTwo.');
  await form.getByLabel('tone').selectOption('warm');
  await form.getByLabel('words').fill('a few');
  await expect(form.getByText('Enter a number.')).toBeVisible();
  await form.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(form.getByLabel('words')).toBeFocused();
  await form.getByLabel('words').fill('25');
  await expect(preview).toContainText('Write 25 words in a warm tone');
  await form.getByRole('button', { name: 'Copy prompt' }).click();
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await clipboard(page)).toBe(
    'Write 25 words in a warm tone about:\nOne.\nTwo.\nSigned {{name}}',
  );
  await expect(page.getByText('Last used', { exact: true })).toBeVisible();

  // Since the last fill-in, the choice was removed and the variable became text.
  await me.api.patch(`prompts?id=eq.${id}`, {
    content: 'Write {{words}} words, {{tone|choice:dry,cool}}, about {{facts|long}}',
  });
  await page.reload();
  await expect(form.getByLabel('words')).toHaveValue('25');
  await expect(form.getByLabel('tone')).toHaveValue('dry');
  await expect(form.getByLabel('facts')).toHaveValue('One.\nTwo.');
  await expect(preview).toHaveText('Write 25 words, tone choice = dry, about One. Two.');
});

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

test('an import converts safe placeholders, and others only where chosen', async ({ page, me }) => {
  const rows = [
    { title: 'Plan', content: 'Plan ${days:3} days in [City]' },
    { title: 'Pack', content: 'Pack for {weather}' },
  ];
  await page.goto('/app/library');
  await page.getByRole('button', { name: 'Import', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import prompts' });
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'plans.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(rows)),
    });
  const choice = dialog.getByRole('group', {
    name: "Turn other tools' placeholders into variables",
  });
  await expect(choice.getByRole('checkbox', { checked: false })).toHaveCount(2);
  await expect(choice.getByRole('checkbox', { name: '${days:3} becomes' })).toBeChecked();
  await expect(dialog.getByText('Plan {{days:3}} days in [City]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 2 prompts' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await me.api.rows(`prompts?select=title,content&user_id=eq.${me.id}&order=title`)).toEqual(
    [
      { title: 'Pack', content: 'Pack for {weather}' },
      { title: 'Plan', content: 'Plan {{days:3}} days in [City]' },
    ],
  );
});
