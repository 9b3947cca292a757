import { expect, test } from '../fixtures/test.ts';

test('the Templates tab leads to a template, which opens as the user’s own copy', async ({
  page,
  me,
}) => {
  await me.api.prompt({ title: 'Own', content: 'x' });
  await page.goto('/app');
  await page.getByRole('tab', { name: 'Templates' }).click();
  const title = 'Turn a business question into a measurable definition';
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Use template' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(panel.getByLabel('Title')).toHaveValue(`${title} (Copy)`);
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${title} (Copy)` })).toBeVisible();
  const [copy] = await me.api.rows(
    `prompts?select=is_template,is_public,tags,icon,category&user_id=eq.${me.id}&title=neq.Own`,
  );
  const [template] = await me.api.rows(
    `prompts?select=tags,icon,category:template_category&is_template=is.true&title=eq.${encodeURIComponent(title)}`,
  );
  expect(copy).toEqual({ ...(template as object), is_template: false, is_public: false });
});
