import { expectAccessible } from '../fixtures/accessible.ts';
import type { RestClient } from '../fixtures/rest-client.ts';
import { expect, test } from '../fixtures/test.ts';

/** Creates 40 groups in one, and one with spaces and quotation marks in another; returns the last. */
async function createGroups(api: RestClient): Promise<string> {
  const [work, home] = await api.insert('groups', [{ name: 'Work' }, { name: 'Home' }]);
  const clients = Array.from({ length: 40 }, (_, index) => ({
    name: `Client ${index + 1}`,
    parent_id: work,
  }));
  await api.insert('groups', clients);
  const [mail = ''] = await api.insert('groups', [{ name: 'My "best" mail', parent_id: home }]);
  return mail;
}

test('a group is found by its path in the search box, the palette and a picker', async ({
  page,
  me,
}) => {
  const mail = await createGroups(me.api);
  await me.api.insert('prompts', [
    { title: 'Inside', content: 'Tea', group_id: mail },
    { title: 'Outside', content: 'Tea', group_id: null },
  ]);
  await page.goto('/app/library');
  const box = page.getByRole('searchbox', { name: 'Search prompts' });
  await box.click();
  await page.keyboard.type('in:');
  const list = page.getByRole('listbox', { name: 'Groups' });
  await expect(list.getByRole('option')).toHaveCount(43);
  await expectAccessible(page);
  await page.keyboard.type('best');
  await expect(list.getByRole('option')).toHaveText(['Home/My "best" mail']);
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('in:"Home/My \\"best\\" mail" ');
  await expect(page.getByRole('link', { name: 'Outside' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Inside' })).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('in:best');
  await expect(palette.getByRole('option').first()).toHaveText('Home/My "best" mail');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('combobox')).toHaveValue('in:"Home/My \\"best\\" mail" ');
  await expect(palette.getByRole('option', { name: /Inside/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();

  await box.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('c');
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Title').fill('New');
  await panel.getByRole('textbox', { name: 'Content' }).fill('Text');
  const group = panel.getByRole('combobox', { name: 'Group' });
  await group.click();
  const groups = page.getByRole('listbox', { name: 'Group' });
  // The wheel scrolls the list over a panel, too.
  await groups.getByRole('option').nth(3).hover();
  await page.mouse.wheel(0, 2_000);
  await expect(groups.getByRole('option').last()).toBeInViewport();
  await expectAccessible(page);
  await group.fill('best');
  await groups.getByRole('option').click();
  await expect(group).toHaveValue('Home/My "best" mail');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(panel).toBeHidden();
  expect(await me.api.rows(`prompts?select=title&group_id=eq.${mail}&order=title`)).toEqual([
    { title: 'Inside' },
    { title: 'New' },
  ]);
});
