import { expect, test } from '../fixtures/test.ts';

test('lists are 800 px high, content at least 200 px, and three toasts stay for four seconds', async ({
  page,
  me,
}) => {
  await me.api.insert(
    'prompts',
    Array.from({ length: 20 }, (_, index) => ({ title: `Note ${index}`, content: 'Words' })),
  );
  await page.clock.install();
  await page.goto('/app');
  await page.getByRole('tab', { name: 'My Prompts' }).click();
  const list = page.getByRole('list', { name: 'My Prompts' });
  await expect(list.getByRole('listitem').first()).toBeVisible();
  expect((await list.locator('..').boundingBox())?.height).toBe(800);

  const newPrompt = page.getByRole('button', { name: 'New Prompt' }).first();
  await newPrompt.click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  const content = await panel.getByLabel('Content').boundingBox();
  expect(content?.height).toBeGreaterThanOrEqual(200);
  await expect(panel.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(newPrompt).toBeFocused();

  // Hovered toasts stay; the keyboard still works.
  const toasts = page.locator('[data-sonner-toast][data-visible="true"]');
  await list.getByRole('link').first().focus();
  await page.keyboard.press('f');
  await toasts.first().hover();
  for (const key of ['j', 'f', 'j', 'f', 'j', 'f']) await page.keyboard.press(key);
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(4);
  await expect(toasts).toHaveCount(3);
  await page.mouse.move(0, 899);
  await page.clock.runFor(4_500);
  await expect(toasts).toHaveCount(0);
});
