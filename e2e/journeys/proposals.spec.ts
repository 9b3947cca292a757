import { createUser } from '../fixtures/signed-in-user.ts';
import { expect, test } from '../fixtures/test.ts';

const content = 'Write a letter.\n\nBe brief.\n\nSign it.';

test('a reader suggests an edit, and the owner merges, accepts and credits it', async ({
  page,
  me,
  pageOf,
  request,
}) => {
  const id = await me.api.prompt({ title: 'Letter', content, is_public: true });
  const ben = await createUser(request, 'Ben');
  const reader = await pageOf(ben);

  await reader.goto(`/app/prompts/${id}`);
  await reader.getByRole('button', { name: 'Suggest an edit' }).click();
  const form = reader.getByRole('dialog', { name: 'Suggest an edit' });
  await form
    .getByLabel('Content')
    .fill('Write a formal letter.\n\nBe brief.\n\nSign it with a full name.');
  await form.getByLabel('Why this change?').fill('Banks ask for it.');
  await form.getByRole('button', { name: 'Send proposal' }).click();
  await expect(reader.getByRole('heading', { name: 'Waiting for an answer' })).toBeVisible();

  await me.api.patch(`prompts?id=eq.${id}`, {
    content: 'Write a letter.\n\nBe very brief.\n\nSign it by hand.',
  });
  await page.goto('/app/proposals');
  await page.getByRole('link', { name: 'Letter' }).click();
  await expect(page.getByText('Banks ask for it.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept all changes' }).click();
  await expect(page.getByText('Choose which text to use.')).toBeVisible();
  const conflict = page.getByRole('region', { name: 'Change 2 of 2, Content' });
  await conflict.getByRole('group').getByText('Proposed').click();
  await page.getByRole('button', { name: 'Accept all changes' }).click();
  await expect(page.getByRole('heading', { name: 'Accepted by Mary as version 3' })).toBeFocused();
  await expect(
    reader.getByRole('heading', { name: 'Accepted by Mary as version 3' }),
  ).toBeVisible();

  await page.getByRole('link', { name: 'Letter' }).click();
  await expect(page.getByRole('article')).toContainText('Sign it with a full name.');
  expect(
    await me.api.rows(
      `prompt_versions?select=content,created_by,proposed_by&prompt_id=eq.${id}&version_number=eq.3`,
    ),
  ).toEqual([
    {
      content: 'Write a formal letter.\n\nBe very brief.\n\nSign it with a full name.',
      created_by: me.id,
      proposed_by: ben.id,
    },
  ]);
});
