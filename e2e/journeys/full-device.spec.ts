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
  await page.reload();
  await expect(heading(page)).toBeVisible();

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
