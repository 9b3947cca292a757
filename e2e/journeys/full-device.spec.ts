import type { Page } from '@playwright/test';
import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test, userTest } from '../fixtures/test.ts';

/** Fills the browser's storage to the last character. */
async function fill(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 1_000_000; size >= 1; size = Math.floor(size / 2)) {
      for (let nth = 0; ; nth += 1) {
        try {
          localStorage.setItem(`filler.${size}.${nth}`, 'x'.repeat(size));
        } catch {
          break;
        }
      }
    }
  });
}

const heading = (page: Page) => page.getByRole('heading', { name: 'Dashboard', level: 1 });

userTest('full storage signs nobody out, neither on reload nor on refresh', async ({ page }) => {
  await page.goto('/app');
  await expect(heading(page)).toBeVisible();
  await fill(page);
  // An expired session is refreshed and must be stored again.
  await page.evaluate(() => {
    const key = 'supabase.auth.token';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1_000_000_000 }));
  });
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await page.reload();
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

test('a sign-in on a full device lasts for the tab, and the page says so', async ({
  page,
  request,
}) => {
  const mary = await createUser(request, 'Mary');
  await page.goto('/signin');
  await fill(page);
  await page.getByLabel('Email').fill(mary.email);
  await page.getByLabel('Password', { exact: true }).fill(mary.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(/you're signed in only in this tab/)).toBeVisible();
  await page.reload();
  await expect(heading(page)).toBeVisible();
});

test('text without a draft is left only after a question, by a link or by going back', async ({
  page,
  me,
}) => {
  const id = await me.api.prompt({ title: 'Letter', content: 'Dear Ada' });
  await page.goto('/app/library');
  await page.getByRole('link', { name: 'Letter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Letter' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Open full page' }).click();
  await expect(page).toHaveURL(/\/edit$/);
  const content = page.getByRole('textbox', { name: 'Content' });
  await expect(content).toBeVisible();
  await fill(page);
  await content.fill('Dear Ada, this is stored nowhere. '.repeat(40));
  await expect(page.getByText(/no space left on this device/)).toBeVisible();

  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Groups', exact: true }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(content).toContainText('stored nowhere');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(content).toContainText('stored nowhere');

  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(new RegExp(`/app/library/prompt/${id}$`));
  await expect(page.getByRole('heading', { name: 'Letter' })).toBeVisible();
});
