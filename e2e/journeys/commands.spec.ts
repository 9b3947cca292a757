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

test('the command palette drops responses to outdated searches', async ({ page, me }) => {
  await me.api.prompt({ title: 'Slow answer', content: 'x' });
  await me.api.prompt({ title: 'Fast answer', content: 'y' });
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/rpc\/search_prompts/, async (route) => {
    const body = route.request().postData() ?? '';
    if (body.includes('slow')) await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/app');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  const box = page.getByRole('combobox', { name: /Search prompts/ });
  const slowRequest = page.waitForRequest((request) => (request.postData() ?? '').includes('slow'));
  await box.fill('slow');
  await slowRequest;
  await box.fill('fast');
  await expect(page.getByRole('option', { name: /Fast answer/ })).toBeVisible();
  release();
  await expect(page.getByRole('option', { name: /Slow answer/ })).toHaveCount(0);
  await expect(page.getByRole('option', { name: /Fast answer/ })).toBeVisible();
});
