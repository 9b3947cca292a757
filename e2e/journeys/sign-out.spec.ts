import type { Page } from '@playwright/test';
import { expect, test, userTest } from '../fixtures/test.ts';

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign out' });

const onDevice = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /draft|waiting/.test(key)));

/** Leaves an unsaved draft. */
async function draft(page: Page): Promise<void> {
  await page.goto('/app');
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabel('Content').fill('Dear diary');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  expect(await onDevice(page)).toHaveLength(1);
}

test("signing out works when the server can't be reached", async ({ page, me }) => {
  await page.route(/\/auth\/v1\/logout/, (route) => route.abort());
  await page.goto('/app');
  // Every message that was shown, however briefly.
  await page.evaluate(() => {
    const shown = new Set<string>();
    Object.assign(window, { shown });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll('[data-sonner-toast]')) {
        shown.add(toast.textContent);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await signOut(page);
  await expect(page).toHaveURL(/\/signin$/);
  expect(await page.evaluate(() => localStorage.getItem('supabase.auth.token'))).toBeNull();
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill('Not-My-Password-1');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText(/^Sign in failed/)).toBeVisible();
  const shown = await page.evaluate(() => [...(Reflect.get(window, 'shown') as Set<string>)]);
  expect(shown).toEqual([expect.stringMatching(/^Sign in failed/)]);
});

test('signing out says that drafts stay on the device, and keeps them', async ({ page, me }) => {
  await draft(page);
  await signOut(page);
  await expect(question(page)).toContainText('1 unsaved draft stays on this device');
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/app$/);

  await signOut(page);
  await question(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/signin$/);
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(me.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('button', { name: 'New Prompt' }).first().click();
  await expect(page.getByText(/Unsaved changes from/)).toBeVisible();
});

userTest(
  'signing out on a shared device removes drafts, including those of an open form',
  async ({ page }) => {
    await draft(page);
    await page.goto('/app/chains/create');
    await page.getByLabel('Title').fill('Half a chain');
    await signOut(page);
    await question(page).getByRole('button', { name: 'Remove and sign out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    await expect.poll(() => onDevice(page)).toEqual([]);
  },
);

test("signing out names changes that haven't synced before it removes them", async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Train', content: 'Before' });
  await page.goto(`/app/prompts/${id}`);
  await page.route(/\/rest\/v1\/prompts\?/, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Content').fill('After');
  await page.getByRole('button', { name: 'Update Prompt' }).click();
  await expect(page.getByRole('region', { name: 'Unsynced changes' })).toBeVisible();
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(question(page)).toContainText(
    "1 change that hasn't synced yet stays on this device",
  );
  await expect(question(page)).toContainText("If you remove the change, it's lost.");
  await question(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/signin$/);
  expect(await onDevice(page)).toHaveLength(1);
});

test('signing out names files that are still uploading', async ({ page, me }) => {
  const id = await me.api.prompt({ title: 'Train', content: 'x' });
  await page.route(/\/storage\/v1\/upload\//, () => undefined);
  await page.goto(`/app/prompts/${id}`);
  await page
    .getByLabel(/Add files/)
    .setInputFiles({ name: 'brief.txt', mimeType: 'text/plain', buffer: Buffer.from('Brief') });
  await expect(page.getByText('brief.txt')).toBeVisible();
  await signOut(page);
  await expect(question(page)).toContainText(
    "1 file hasn't uploaded yet. If you sign out now, you'll have to choose it again.",
  );
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('brief.txt')).toBeVisible();
  await signOut(page);
  await question(page).getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/signin$/);
});
