import type { Page } from '@playwright/test';
import { refuseLiveChanges } from '../fixtures/refuse-live-changes.ts';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const creator = (page: Page) => page.getByRole('dialog', { name: 'Create New Prompt' });

async function openCreator(page: Page): Promise<void> {
  await button(page, 'New Prompt').first().click();
  await expect(creator(page)).toBeVisible();
}

test('emoji, right-to-left text and markup are stored and shown as text', async ({ page, me }) => {
  const title = '👩🏽‍🚀 مرحبا <script>document.title = "owned"</script>';
  const content =
    'اكتب رسالة إلى {{الاسم}}.\n<img src=x onerror="document.title = \'owned\'">\n\u0000'.replace(
      '\u0000',
      '‮reversed‬ 漢字 é',
    );
  await page.goto('/app');
  await openCreator(page);
  await creator(page).getByLabel('Title').fill(title);
  await creator(page).getByLabel('Content').fill(content);
  const tags = creator(page).getByLabel('Tags', { exact: true });
  await tags.fill('<b>bold</b>, Émotion,émotion');
  await expect(creator(page).getByText('“émotion” is there already.')).toBeVisible();
  await creator(page).getByRole('button', { name: 'Create Prompt' }).click();
  await mainLink(page, title).click();
  await expect(page.getByRole('heading', { name: title })).toHaveCSS('unicode-bidi', 'plaintext');
  await expect(page.getByRole('region', { name: 'Prompt', exact: true })).toContainText(
    '<img src=x',
  );
  await expect(page.getByRole('region', { name: 'Variables' }).getByLabel('الاسم')).toBeVisible();
  expect(await page.title()).not.toBe('owned');
  expect(await me.api.rows(`prompts?select=title,content,tags&user_id=eq.${me.id}`)).toEqual([
    { title, content, tags: ['<b>bold</b>', 'Émotion'] },
  ]);
});

test('saving into a group deleted in another tab fails without losing text', async ({
  page,
  me,
}) => {
  const group = await me.api.group('Short-lived');
  await page.goto('/app');
  await openCreator(page);
  await creator(page).getByLabel('Title').fill('Homeless');
  await creator(page).getByLabel('Content').fill('Where shall I go?');
  await creator(page).getByLabel('Group', { exact: true }).selectOption('Short-lived');
  await me.api.patch(`groups?id=eq.${group}`, { deleted_at: new Date().toISOString() });
  await creator(page).getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText(/^Failed to create prompt: /)).toBeVisible();
  await expect(creator(page).getByText(/^The group was deleted/)).toBeVisible();
  await expectContent(creator(page).getByLabel('Content'), 'Where shall I go?');
  await creator(page).getByLabel('Group', { exact: true }).selectOption('None');
  await creator(page).getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  expect(await me.api.rows(`prompts?select=title,group_id&user_id=eq.${me.id}`)).toEqual([
    { title: 'Homeless', group_id: null },
  ]);
});

test('a prompt made private while it is open, and a favourite that disappears, are explained', async ({
  page,
  me,
  request,
}) => {
  const nora = await createUser(request, 'Nora');
  const theirs = await nora.api.prompt({
    title: 'Open door',
    content: 'Come in',
    is_public: true,
  });
  // Without a live connection, the page doesn't know that the prompt was made private.
  await refuseLiveChanges(page);
  await page.goto(`/app/prompts/${theirs}`);
  await expect(page.getByText('Come in')).toBeVisible();
  await nora.api.patch(`prompts?id=eq.${theirs}`, { is_public: false });
  await button(page, 'Favourite Open door').click();
  await expect(page.getByText('Failed to add to favorites')).toBeVisible();
  await expect(button(page, 'Favourite Open door')).toHaveAttribute('aria-pressed', 'false');
  await button(page, 'Fork Prompt').click();
  const fork = page.getByRole('dialog', { name: 'Fork Prompt' });
  await fork.getByRole('button', { name: 'Fork Prompt' }).click();
  await expect(page.getByText('Failed to fork prompt. Please try again.')).toBeVisible();
  await expectContent(fork.getByLabel('Content'), 'Come in');
  await page.reload();
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();

  await nora.api.patch(`prompts?id=eq.${theirs}`, { is_public: true });
  await me.api.insert('favorites', [{ prompt_id: theirs }]);
  await page.goto('/app/favourites');
  await expect(mainLink(page, 'Open door').first()).toBeVisible();
  await nora.api.patch(`prompts?id=eq.${theirs}`, { deleted_at: new Date().toISOString() });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Favourites', level: 1 })).toBeVisible();
  await expect(
    button(page, 'Browse Library').or(
      page.getByRole('main').getByRole('link', { name: 'Browse Library' }),
    ),
  ).toBeVisible();
  await expect(mainLink(page, 'Open door')).toHaveCount(0);
});
