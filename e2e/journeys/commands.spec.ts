import { expectNothingFound } from '../fixtures/accessible.ts';
import { flushEffects } from '../fixtures/flush-effects.ts';
import { expect, test } from '../fixtures/test.ts';

test('the command palette finds prompts, groups, chains and pages by keyboard', async ({
  page,
  me,
}) => {
  const group = await me.api.group('Quarterly');
  await me.api.prompt({ title: 'Quarterly report', content: 'x', group_id: group });
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
  await box.fill('favuor');
  await expect(options.first()).toHaveText(/Favourites/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/favourites$/);
  await drawn('Favourites');

  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).locator(':focus'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(panel.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.keyboard.press('/');
  await box.fill('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the command palette fills in, stars, imports and exports by keyboard', async ({
  page,
  me,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await me.api.prompt({ title: 'Reply to a guest', content: 'Dear {{name}}, {{topic:thanks}}' });
  await me.api.prompt({ title: 'Other', content: 'x', tags: ['travel'] });
  await page.goto('/app/techniques');
  await expect(page.getByRole('heading', { name: 'Techniques', level: 1 })).toBeVisible();
  await flushEffects(page);
  const box = page.getByRole('combobox', { name: /Search prompts/ });
  const options = page.getByRole('option');
  const openWith = async (search: string, first: RegExp) => {
    await page.keyboard.press('ControlOrMeta+k');
    await box.fill(search);
    await expect(options.first()).toHaveText(first);
  };

  await openWith('guest', /Reply to a guest/);
  await page.keyboard.press('ControlOrMeta+Enter');
  const form = page.getByRole('dialog', { name: 'Reply to a guest' });
  await expect(form.getByLabel('name')).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expectNothingFound(page);
  await page.keyboard.type('Ada');
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
  await expect(box).toHaveValue('guest');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(form.getByLabel('name')).toHaveValue('Ada');
  await expect(form.getByRole('region', { name: 'Preview' })).toHaveText('Dear Ada, thanks');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Dear Ada, thanks');

  // The prompts used last have the star too.
  for (const [action, message] of [
    ['Add to favourites', 'Added to favorites'],
    ['Remove from favourites', 'Removed from favorites'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await expect(options.first()).toHaveText(/Reply to a guest/);
    await page.keyboard.press('Tab');
    await expect(options.last()).toHaveText(action);
    await expectNothingFound(page);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByText(message)).toBeVisible();
  }

  await openWith('#tra', /#travel/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/library\?q=tag/);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await flushEffects(page);
  for (const name of ['Import prompts', 'Export everything']) {
    await openWith(name.toLowerCase(), new RegExp(name));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});
