import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test.ts';

/** Types a few words; one undo takes back more than the last letter, and redo brings them back. */
async function expectUndo(field: Locator): Promise<void> {
  const text = () => field.evaluate((one: HTMLInputElement) => one.value ?? one.innerText);
  await field.click();
  await field.pressSequentially('Walk the dog', { delay: 10 });
  await expect.poll(text).toBe('Walk the dog');
  await field.press('ControlOrMeta+z');
  await expect.poll(text).not.toMatch(/Walk the d/);
  await field.press('ControlOrMeta+Shift+z');
  await expect.poll(text).toBe('Walk the dog');
}

test('undo takes back words, not letters, in every form', async ({ page, me }) => {
  const prompt = await me.api.prompt({ title: 'Public', content: 'x', is_public: true });
  await page.goto('/app');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expectUndo(panel.getByLabel('Content'));
  await expectUndo(panel.getByLabel('Description'));
  await expectUndo(panel.getByLabel('Title'));
  await expectUndo(panel.getByLabel('Tags', { exact: true }));
  await panel.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'New Group' }).click();
  const group = page.getByRole('dialog', { name: 'Create New Group' });
  await expectUndo(group.getByLabel('Name'));
  await expectUndo(group.getByLabel('Description'));

  await page.goto('/app/chains/create');
  await expectUndo(page.getByLabel('Description'));

  await page.goto(`/app/prompts/${prompt}`);
  await expectUndo(page.getByRole('textbox', { name: /comment/i }));
});

test("undo takes back words in a chain's answer", async ({ page, me }) => {
  const prompt = await me.api.prompt({ title: 'Ask', content: 'Tell me' });
  const { body } = await me.api.call('save_chain', { title: 'Talk', prompt_ids: [prompt] });
  await page.goto(`/app/chains/${(body as { id: string }).id}`);
  await page.getByRole('button', { name: 'Run Chain' }).click();
  await expectUndo(page.getByRole('textbox', { name: /answer/i }));
});
