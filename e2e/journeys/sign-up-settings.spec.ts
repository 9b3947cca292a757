import { KillableServer } from '../fixtures/killable-server.ts';
import { expect, test } from '../fixtures/test.ts';

test.describe('an installation with SIGN_UP=off', () => {
  let server: KillableServer;
  test.beforeAll(async () => {
    server = await KillableServer.start({ SIGN_UP: 'off' });
  });
  test.afterAll(() => server.remove());

  test('offers no sign-up on any page, and says why on the sign-up page', async ({ page }) => {
    await page.goto(`${server.url}/`);
    await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
    await expect(page.getByText('Get an invitation')).toBeVisible();
    await expect(page.locator('a[href^="/signup"]')).toHaveCount(0);

    await page.goto(`${server.url}/signin`);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page.getByText('No account yet?')).toHaveCount(0);

    await page.goto(`${server.url}/signup`);
    await expect(page.getByRole('heading', { name: 'Sign-ups are closed' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });
});

test.describe('an installation with PASSWORD_MIN_LENGTH=10 and PASSWORD_REQUIRED=symbol', () => {
  let server: KillableServer;
  test.beforeAll(async () => {
    const rules = { PASSWORD_MIN_LENGTH: '10', PASSWORD_REQUIRED: 'symbol' };
    server = await KillableServer.start({ ...rules, CONFIRM_EMAIL: 'off' });
  });
  test.afterAll(() => server.remove());

  test('shows its password rules, and accepts a matching password', async ({ page }) => {
    await page.goto(`${server.url}/signup`);
    await expect(page.getByText('At least 10 characters and one symbol.')).toBeVisible();
    await page.getByLabel('Email').fill('ada@example.com');
    const choose = async (password: string) => {
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign Up' }).click();
    };
    await page.getByRole('checkbox').check();
    await choose('Analytical1');
    const refusal = 'Password must contain at least one symbol';
    await expect(page.getByText(refusal).first()).toBeVisible();
    await choose('analytical engine!');
    await expect(page).toHaveURL(/\/app/);
  });
});
