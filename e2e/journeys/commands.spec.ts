import { expectNothingFound } from '../fixtures/accessible.ts';
import { flushEffects } from '../fixtures/flush-effects.ts';
import { expect, test } from '../fixtures/test.ts';

test('the command palette finds, opens, copies and imports by keyboard', async ({
  page,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const group = await me.api.group('Quarterly');
  await me.api.prompt({
    title: 'Quarterly report',
    content: 'Dear {{name}}, {{topic:thanks}}',
    group_id: group,
  });
  await me.api.prompt({ title: 'Another', content: 'It has quarterly in its text.' });
  await me.api.post('chains', { title: 'Quarterly chain', user_id: me.id });
  await page.goto('/app/techniques');
  // A page listens for keys only after it has rendered, and takes the focus on navigation.
  const drawn = async (title: string) => {
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await flushEffects(page);
  };
  await drawn('Techniques');
  await page.getByRole('heading', { level: 1 }).click();

  await page.keyboard.press('/');
  const box = page.getByRole('combobox', { name: /Search prompts/ });
  await expect(box).toBeFocused();
  const options = page.getByRole('option');
  // Typographic quotes, as phones type them.
  await box.fill('“Quarterly report”');
  await expect(options.locator('mark')).toHaveText('Quarterly report');
  await box.fill('quarter');
  await expect(options).toHaveText([
    /Quarterly report/,
    /Another/,
    /Quarterly1? ?/,
    /Quarterly chain/,
  ]);
  await expect(options.nth(1).locator('mark')).toHaveText(/^quarter$/i);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(box).toHaveAttribute(
    'aria-activedescendant',
    (await options.nth(2).getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/app/groups/${group}$`));
  await drawn('Quarterly');

  await page.keyboard.press('ControlOrMeta+k');
  await box.fill('report');
  await expect(options.first()).toHaveText(/Quarterly report/);
  await page.keyboard.press('Tab');
  await expect(options.last()).toHaveText('Add to favourites');
  await expectNothingFound(page);
  await page.keyboard.press('Escape');
  await expect(options.first()).toHaveText(/Quarterly report/);
  await page.keyboard.press('ControlOrMeta+Enter');
  const form = page.getByRole('dialog', { name: 'Quarterly report' });
  await expect(form.getByLabel('name')).toBeFocused();
  await expectNothingFound(page);
  await page.keyboard.type('Ada');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dear Ada, thanks');

  for (const name of ['Import prompts', 'Export everything']) {
    await page.keyboard.press('ControlOrMeta+k');
    await box.fill(name.toLowerCase());
    await expect(options.first()).toHaveText(new RegExp(name));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await page.keyboard.press('/');
  await box.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
