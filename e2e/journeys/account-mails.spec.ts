import { linkMailedTo } from '../fixtures/mailbox.ts';
import { fillSignUp, signIn, somebody } from '../fixtures/person.ts';
import { expect, test } from '../fixtures/test.ts';

test('an invitation lets a person set a password and enter the app', async ({
  page,
  pageOf,
  request,
}) => {
  const guest = somebody('Greta');
  const invited = await request.post('/auth/v1/invite', {
    headers: { apikey: process.env['SECRET_KEY'] ?? '' },
    data: { email: guest.email, data: { full_name: 'Greta Guest' } },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const link = await linkMailedTo(request, guest.email);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByText(`For ${guest.email}.`)).toBeVisible();
  // The guest's own page survives a reload.
  await page.reload();
  await page.getByLabel('New password', { exact: true }).fill(guest.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(guest.password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('button', { name: /account menu/ })).toContainText('Greta Guest');

  const elsewhere = await pageOf(null);
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: "This link doesn't work" })).toBeVisible();
  await signIn(elsewhere, guest);
  await expect(elsewhere).toHaveURL(/\/app$/);
});

test('the button of an email in the local mailbox opens its link in the window', async ({
  page,
}) => {
  const newcomer = somebody('Nora');
  await fillSignUp(page, newcomer);
  await page.getByRole('link', { name: 'Open the local mailbox' }).click();
  await page.getByRole('link', { name: newcomer.email }).click();
  await expect(page.locator('code')).toHaveText(/^\d{6}$/);
  const email = page.frameLocator('iframe[title="The email"]');
  await expect(email.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
  await email.getByRole('link', { name: 'Confirm my email' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('both mails of an email change are sent again, and only the new links work', async ({
  page,
  pageOf,
  me,
  request,
}) => {
  const moved = `moved.${me.email}`;
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByLabel('New email').fill(moved);
  await page.getByRole('button', { name: 'Send both links' }).click();
  await expect(page.getByText('We sent a link to')).toBeVisible();
  const before = [await linkMailedTo(request, me.email), await linkMailedTo(request, moved)];
  await page.getByRole('button', { name: 'Send both again' }).click();
  await expect(page.getByText('Both links sent again')).toBeVisible();
  const after = [
    await linkMailedTo(request, me.email, before),
    await linkMailedTo(request, moved, before),
  ];

  const mailProgram = await pageOf(null);
  for (const link of before) {
    await mailProgram.goto(link);
    await expect(
      mailProgram.getByRole('heading', { name: "This link doesn't work" }),
    ).toBeVisible();
  }
  await mailProgram.goto(after[1] ?? '');
  await expect(mailProgram.getByRole('heading', { name: 'One of two links opened' })).toBeVisible();
  await page.goto(after[0] ?? '');
  await expect(page.getByText(`Your email is now ${moved}`)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(moved);
  await expect(page.getByText('We sent a link to')).toHaveCount(0);
});

test("a sign-up isn't reported without CONTACT_SYNC_URL", async ({ page, baseURL }) => {
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const own =
      origin === baseURL && (request.method() === 'GET' || pathname.startsWith('/auth/v1/'));
    if (!own && request.url().startsWith('http'))
      foreignRequests.push(`${request.method()} ${request.url()}`);
  });
  await fillSignUp(page, somebody('Quin'));
  await expect(page).toHaveURL(/\/register-success$/);
  await page.waitForLoadState('networkidle');
  expect(foreignRequests).toEqual([]);
});
