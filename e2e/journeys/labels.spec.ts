import type { Page } from '@playwright/test';
import { expect, userTest as test } from '../fixtures/test.ts';

const labels = (page: Page) => page.getByRole('list', { name: 'Labels' }).getByRole('listitem');

test('a label stays on its version until a person moves it, which is logged and undone', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Greeting', content: 'Hello' });
  await me.api.call('move_prompt_label', {
    prompt_id: id,
    label: 'production',
    version_number: 1,
  });
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Good morning' });
  await page.goto(`/app/prompts/${id}`);
  await expect(labels(page)).toContainText('productionVersion 1');

  await page.getByRole('button', { name: /^Version History/ }).click();
  const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect(versions.nth(1)).toContainText('production');
  await page.getByRole('button', { name: 'Label version 2' }).click();
  const form = page.getByRole('dialog', { name: 'Label a version' });
  await form.getByLabel('Label').fill('production');
  await form.getByLabel('Note').fill('Second release');
  await form.getByRole('button', { name: 'Set label' }).click();
  await expect(versions.nth(0)).toContainText('production');

  await page.getByRole('button', { name: 'Log of labels' }).click();
  const log = page.getByRole('dialog', { name: 'Log of labels' });
  const moves = log.getByRole('listitem');
  await expect(moves).toHaveCount(2);
  await expect(moves.nth(0)).toContainText('moved from version 1 to 2');
  await expect(moves.nth(0)).toContainText('Second release');
  await log.getByRole('button', { name: /^Undo/ }).click();
  await expect(moves).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(labels(page)).toContainText('productionVersion 1');
});
