import { expect, userTest as test } from '../fixtures/test.ts';

test('a program reads a prompt with a token until that is revoked', async ({
  page,
  me,
  request,
}) => {
  await me.api.prompt({ title: 'Weekly report', content: 'Summarise the week.' });
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Create a token' }).click();
  const form = page.getByRole('dialog', { name: 'Create a token' });
  await form.getByLabel('Name').fill('Build server');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = (await shown.getByLabel('Token', { exact: true }).textContent()) ?? '';
  const command = await shown.locator('pre').textContent();
  expect(command).toContain(`Authorization: Bearer ${token}`);
  await shown.getByRole('button', { name: 'Done' }).click();

  const url = /"(http[^"]+)"/.exec(command ?? '')?.[1] ?? '';
  const read = () => request.get(url, { headers: { authorization: `Bearer ${token}` } });
  const reply = await read();
  expect(await reply.json()).toEqual([expect.objectContaining({ title: 'Weekly report' })]);

  await page.reload();
  const listed = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(listed).toContainText(`Build serverRead prompts · ends in ${token.slice(-4)}`);
  await expect(listed).toContainText('Last used');
  await listed.getByRole('button', { name: 'Revoke Build server' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  // Not the row's absence: while the question is open, the page behind it has no roles.
  await expect(page.getByText('No tokens yet.')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect((await read()).status()).toBe(401);
});
