import type { Page } from '@playwright/test';
import { drawLate } from '../fixtures/draw-late.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { deleteFromRow } from '../fixtures/delete-from-row.ts';
import { mainLink } from '../fixtures/main-link.ts';

const none =
  'No prompts found. Create your first prompt by clicking the "New Prompt" button above.';

const list = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openPanel(page: Page) {
  await button(page, 'New Prompt').first().click();
  return page.getByRole('dialog', { name: 'Create New Prompt' });
}

test('a public prompt with tags and a group is created from the dashboard', async ({
  page,
  me,
}) => {
  const groupId = await me.api.group('Letters');
  await page.goto('/app');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(button(page, 'New Group')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quick Access Groups' })).toBeVisible();

  const panel = await openPanel(page);
  await panel.getByLabel('Title').fill('A letter of thanks');
  await panel.getByLabel('Description', { exact: true }).fill('For customers who wrote to us');
  await panel.getByLabel('Content').fill('Thank {{name}} for the letter.');
  const tags = panel.getByLabel('Tags', { exact: true });
  const added = panel.getByRole('list', { name: 'Added tags' }).getByRole('listitem');
  await tags.fill('letters');
  await tags.press('Enter');
  await expect(tags).toHaveValue('');
  await tags.fill('thanks');
  await panel.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(added).toHaveText(['letters', 'thanks']);
  await panel.getByLabel('Group', { exact: true }).selectOption('Letters');
  await expect(panel.getByRole('switch', { name: 'Make Public' })).not.toBeChecked();
  await panel.getByRole('switch', { name: 'Make Public' }).check();
  await panel.getByRole('button', { name: 'Create Prompt' }).click();

  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { name: 'All Prompts' })).toBeVisible();
  await expect(mainLink(page, 'A letter of thanks')).toBeVisible();
  await expect(list(page, 'Groups').getByText('1 prompt', { exact: true })).toBeVisible();
  expect(
    await me.api.rows(
      `prompts?select=title,description,content,tags,is_public,group_id,team_id,version,prompt_versions(version_number,change_description)&user_id=eq.${me.id}`,
    ),
  ).toEqual([
    {
      title: 'A letter of thanks',
      description: 'For customers who wrote to us',
      content: 'Thank {{name}} for the letter.',
      tags: ['letters', 'thanks'],
      is_public: true,
      group_id: groupId,
      team_id: null,
      version: 1,
      prompt_versions: [{ version_number: 1, change_description: 'Initial version' }],
    },
  ]);

  await openPanel(page);
  await expect(panel.getByLabel('Title')).toHaveValue('');
  await expectContent(panel.getByLabel('Content'), '');
  await expect(added).toHaveCount(0);
});

test('Recent shows the first ten matches, and My Prompts shows all', async ({ page, me }) => {
  const numbers = Array.from({ length: 123 }, (_, index) => index + 1);
  await me.api.insert(
    'prompts',
    numbers.map((number) => ({
      title: `Note ${number}`,
      content: number % 2 === 0 ? 'An Even number' : 'an odd number',
    })),
  );
  await page.goto('/app');
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await page.getByRole('searchbox').fill('eVEN NUM');
  await expect(rows.first()).toContainText('An Even number');
  await expect(rows).toHaveCount(10);
  await expect(rows.getByText('an odd number')).toHaveCount(0);
  // The search is in the URL: a link without it clears the box, and Back restores it.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(rows.getByText('an odd number')).not.toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('eVEN NUM');
  await rows.first().getByRole('link').click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('eVEN NUM');
  await expect(rows.getByText('an odd number')).toHaveCount(0);
  // Two quick presses don't undo each other when both render late.
  const inTime = await drawLate(page, 500);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('tab', { name: 'My Prompts' }).click();
  await expect(page).toHaveURL(/\/app\?tab=mine$/);
  await inTime();
  const unseen = new Set(numbers.toReversed());
  await expect(async () => {
    for (const title of await rows.getByRole('link').allTextContents()) {
      unseen.delete(Number(title.replace('Note ', '')));
    }
    // Starts at the first one, so that late rows aren't skipped.
    const [next = 1] = unseen;
    await list(page, 'My Prompts').evaluate(
      (it, row) => it.parentElement?.scrollTo(0, row * (it.firstElementChild?.clientHeight ?? 0)),
      numbers.length - next,
    );
    expect(unseen.size).toBe(0);
  }).toPass({ intervals: [100] });

  // After an empty result, the long list returns.
  await page.getByRole('searchbox').fill('nowhere');
  await expect(rows).toHaveCount(0);
  await expect(page.getByText('No prompts match “nowhere”', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Search the community' }),
  ).toHaveAttribute('href', '/app/community?q=nowhere');
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(rows.getByText('an odd number')).not.toHaveCount(0);
  await page.getByRole('searchbox').fill('even');
  await expect(rows.first()).toContainText('An Even number');
});

test('a prompt is deleted after confirmation, and restored', async ({ page, me }) => {
  await me.api.prompt({ title: 'Out of date', content: 'Old words' });
  await page.goto('/app/library');
  await deleteFromRow(page, 'Out of date');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(
    'Are you sure you want to delete this prompt? This action cannot be undone.',
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(mainLink(page, 'Out of date')).toBeVisible();

  await deleteFromRow(page, 'Out of date');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Prompt deleted successfully', { exact: true })).toBeVisible();
  await expect(page.getByText(none, { exact: true })).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: 'Restore Out of date' }).click();
  await expect(page.getByText('Nothing deleted in the last 30 days.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(mainLink(page, 'Out of date')).toBeVisible();
  expect(await me.api.rows('prompts?select=version,deleted_at&is_public=is.false')).toEqual([
    { version: 1, deleted_at: null },
  ]);
});

test('the library works by keyboard alone', async ({ page, me, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await me.api.prompt({ title: 'First', content: 'One' });
  await me.api.prompt({ title: 'Second', content: 'Two' });
  await page.goto('/app/library');
  await expect(mainLink(page, 'Second')).toBeVisible();

  await page.keyboard.press('c');
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(panel.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();

  await mainLink(page, 'Second').focus();
  await page.keyboard.press('j');
  await expect(mainLink(page, 'First')).toBeFocused();
  await page.keyboard.press('k');
  await expect(mainLink(page, 'Second')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(mainLink(page, 'First')).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByText('Added to favorites')).toBeVisible();
  await page.keyboard.press('y');
  await expect(page.getByText('Prompt copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('One');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'First', level: 1 })).toBeVisible();

  const edit = button(page, 'Edit');
  await edit.focus();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  await expect(editor.getByLabel('Title')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' of all');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'First of all' })).toBeVisible();
  await expect(edit).toBeFocused();
});

test("focus returns to a pressed button in browsers that don't focus it", async ({ page, me }) => {
  // As Safari does on macOS and iOS.
  await page.addInitScript(() => {
    addEventListener('mousedown', (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('button')) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
  });
  await page.goto(`/app/prompts/${await me.api.prompt({ title: 'Haiku', content: 'Rain' })}`);
  await button(page, 'Edit').click();
  await expect(page.getByRole('dialog', { name: 'Edit Prompt' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Edit Prompt' })).toBeHidden();
  await expect(button(page, 'Edit')).toBeFocused();
});
