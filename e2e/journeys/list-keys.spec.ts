import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

test('a library keeps its order, and going back restores place, focus and selection', async ({
  page,
  me,
}) => {
  const numbers = Array.from({ length: 120 }, (_, index) => String(index + 1).padStart(3, '0'));
  await me.api.insert(
    'prompts',
    numbers.toReversed().map((number) => ({ title: `Note ${number}`, content: `No. ${number}` })),
  );
  const used = await me.api.prompt({ title: 'Ägypten', content: 'x' });
  await me.api.post('prompt_uses', { prompt_id: used });
  await me.api.prompt({ title: 'zoo', content: 'x' });
  await page.goto('/app/library');
  const rows = page.getByRole('list', { name: 'Library' }).getByRole('link');
  await expect(rows.first()).toHaveText('zoo');
  await expect(page.getByText('122 prompts', { exact: true })).toBeVisible();
  await page.getByLabel('Sort').selectOption('Last used');
  await expect(rows.first()).toHaveText('Ägypten');
  await expect(rows.nth(1)).toHaveText('zoo');
  await page.getByLabel('Sort').selectOption('Title');
  await expect(rows.nth(1)).toHaveText('Note 001');
  await page.reload();
  await expect(page.getByLabel('Sort')).toHaveValue('title');
  await expect(rows.first()).toHaveText('Ägypten');

  // Each page comes after the one before, to the end.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(mainLink(page, 'zoo')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('searchbox')).toBeInViewport();
  const opened = mainLink(page, 'Note 115');
  await opened.click();
  await expect(page.getByRole('heading', { name: 'Note 115', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(opened).toBeFocused();
  await expect(opened).toBeInViewport();

  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText('2 prompts selected')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Groups' })
    .click();
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('2 prompts selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Note 116' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Note 115' })).toBeChecked();
});

test('keys and clicks on the first rows of a long list count when its script loads later', async ({
  page,
  me,
}) => {
  await me.api.insert(
    'prompts',
    Array.from({ length: 60 }, (_, index) => ({ title: `Note ${60 - index}`, content: 'x' })),
  );
  const script = Promise.withResolvers<void>();
  await page.route(/\/assets\/virtual-rows-/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/app/library');
  await expect(mainLink(page, 'Note 1')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(mainLink(page, 'Note 2')).toBeFocused();
  script.resolve();
  const rows = page.getByRole('list', { name: 'Library' }).getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', /\d/);
  await expect(mainLink(page, 'Note 2')).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Note 3', level: 1 })).toBeVisible();
});
