import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createUser, type SignedInUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';
import { mainLink } from '../fixtures/main-link.ts';

/** Stores a prompt with versions 1 to 8, whose contents are 'Text n'. */
async function changedPrompt({ api }: SignedInUser): Promise<string> {
  const id = await api.prompt({ title: 'Draft', content: 'Text 1', is_public: true });
  for (let version = 2; version <= 8; version++) {
    await api.patch(`prompts?id=eq.${id}`, {
      content: `Text ${version}`,
      ...(version === 5 ? { change_description: 'The fifth try' } : {}),
    });
  }
  return id;
}

const toggle = (page: Page) => page.getByRole('button', { name: /^Version History/ });
const versions = (page: Page) => page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
const box = (page: Page, version: number) =>
  page.getByRole('checkbox', { name: `Select version ${version}`, exact: true });

test('the history opens under its button, shows five versions per page, and closes', async ({
  page,
  me,
}) => {
  const id = await changedPrompt(me);
  await page.goto(`/app/prompts/${id}`);
  await expect(toggle(page)).toContainText('Coming Soon');
  await toggle(page).click();
  await expect(versions(page)).toHaveCount(5);
  await expect(versions(page).first()).toContainText('Version 8');
  await expect(versions(page).first()).toContainText('Updated prompt');
  await expect(versions(page).nth(3)).toContainText('The fifth try');
  const frame = page.getByRole('list', { name: 'Versions' }).locator('..');
  expect((await frame.boundingBox())?.height).toBe(300);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(versions(page)).toHaveCount(8);
  await expect(versions(page).last()).toContainText('Initial version');
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await toggle(page).click();
  await expect(versions(page)).toHaveCount(0);
});

test('exactly two versions are compared side by side', async ({ page, me }) => {
  const id = await changedPrompt(me);
  await page.goto(`/app/prompts/${id}`);
  await toggle(page).click();
  const compare = page.getByRole('button', { name: 'Compare Selected' });
  await expect(compare).toBeDisabled();
  await box(page, 8).check();
  await expect(compare).toBeDisabled();
  await box(page, 5).check();
  await expect(compare).toBeEnabled();
  await expect(box(page, 7)).toBeDisabled();
  await box(page, 8).uncheck();
  await expect(compare).toBeDisabled();
  await expect(box(page, 7)).toBeEnabled();
  await box(page, 7).check();
  await compare.click();

  const comparison = page.getByRole('region', { name: 'Version 5 compared with version 7' });
  await expect(comparison).toContainText('1 change');
  // The focus moves to the comparison, and back.
  await expect(
    page.getByRole('heading', { name: 'Version 5 compared with version 7' }),
  ).toBeFocused();
  await page.keyboard.press('n');
  await expect(comparison).toContainText('Change 1 of 1');
  await expect(comparison.getByRole('deletion').filter({ hasText: /^5$/ })).toBeVisible();
  await expect(comparison.getByRole('insertion').filter({ hasText: /^7$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close Comparison' }).click();
  await expect(versions(page)).toHaveCount(5);
  await expect(compare).toBeFocused();
  await expect(box(page, 5)).toBeChecked();
});

test('an old version is restored, and nothing else of the prompt changes', async ({ page, me }) => {
  const id = await changedPrompt(me);
  await page.goto('/app/library');
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await mainLink(page, 'Draft').click();
  await expect(page).toHaveURL(new RegExp(`/app/library/prompt/${id}$`));
  await expect(page.getByText('Text 8', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(page.getByRole('button', { name: 'Restore version 8' })).toHaveCount(0);
  // The last of its page, so a new version moves it to the next page.
  await page.getByRole('button', { name: 'Restore version 4' }).click();
  await expect(page.getByText('Version restored successfully!')).toBeVisible();
  await expect(versions(page)).toHaveCount(0);
  await expect(page.getByText('Text 4', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(versions(page).first()).toContainText('Restored from version 4');
  expect(await me.api.rows(`prompts?select=version,content,title,is_public&id=eq.${id}`)).toEqual([
    { version: 9, content: 'Text 4', title: 'Draft', is_public: true },
  ]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/library$/);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('a save without changes creates no version, and later saves and restores work', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Draft', content: 'Text 1' });
  const editor = page.getByRole('dialog', { name: 'Edit Prompt' });
  const update = async () => {
    await editor.getByRole('button', { name: 'Update Prompt' }).click();
    await expect(editor).toBeHidden();
  };
  await page.goto(`/app/prompts/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await update();
  await expect(page.getByText('Prompt updated successfully!')).toBeVisible();
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  await toggle(page).click();
  await expect(versions(page)).toHaveCount(1);
  await expect(versions(page).first()).toContainText('Current');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor.getByLabel('Content').fill('Text 2');
  await update();
  await expect(versions(page)).toHaveCount(2);
  await expect(versions(page).first()).toContainText('Current');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await update();
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version restored successfully!')).toBeVisible();
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
  expect(await me.api.rows(`prompts?select=version,content&id=eq.${id}`)).toEqual([
    { version: 3, content: 'Text 1' },
  ]);
});

test('a restore that is refused says so and changes nothing', async ({ page, me }) => {
  const id = await changedPrompt(me);
  await page.goto(`/app/prompts/${id}`);
  await toggle(page).click();
  await expect(versions(page)).toHaveCount(5);
  // Saved elsewhere meanwhile.
  await me.api.patch(`prompts?id=eq.${id}`, { content: 'Text 9' });
  await page.getByRole('button', { name: 'Restore version 6' }).click();
  await expect(page.getByText('Failed to restore version')).toBeVisible();
  await expect(page.getByText('Text 9', { exact: true })).toBeVisible();
});

test('an unknown or unreadable prompt says so and leads back', async ({ page, me, request }) => {
  const stranger = await createUser(request, 'Nora');
  const theirs = await stranger.api.prompt({ title: 'Secret', content: 'Not for you' });
  expect(await me.api.rows(`prompts?select=id&id=eq.${theirs}`)).toEqual([]);
  for (const [address, back] of [
    [`/app/prompts/${randomUUID()}`, /\/app$/],
    [`/app/prompts/${theirs}`, /\/app$/],
    ['/app/prompts/no-uuid', /\/app$/],
    [`/app/library/prompt/${encodeURIComponent("x'; drop table prompts")}`, /\/app\/library$/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
    await expect(page.getByText(/may have been deleted/)).toBeVisible();
    await expect(page.getByText(/permission/)).toBeVisible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect(page).toHaveURL(back);
  }
});

test('a prompt that fails to load says why, and loads on retry', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Behind a cloud', content: 'Blue' });
  let requests = 0;
  await page.route(/\/rest\/v1\/readable_prompts\?.*id=eq/, (route) => {
    requests += 1;
    return route.fulfill({
      status: 503,
      json: { message: 'The database rests', code: 'PGRST000' },
    });
  });
  await page.goto(`/app/prompts/${id}`);
  await expect(page.getByText('Error loading prompt', { exact: true })).toBeVisible();
  await expect(page.getByText('The server is busy')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
  await page.unroute(/\/rest\/v1\/readable_prompts\?.*id=eq/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Behind a cloud' })).toBeVisible();
});

test("an invalid id in an API request gets the protocol's error without SQL", async ({ me }) => {
  const { status, body } = await me.api.get('prompts?id=eq.no-uuid');
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: '22P02' });
  expect(JSON.stringify(body)).not.toMatch(/select |\bfrom\b "|at [\w./]+:\d+/i);
});
