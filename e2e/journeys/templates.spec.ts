import type { Page } from '@playwright/test';
import { expect, test, userTest } from '../fixtures/test.ts';

const categories = [
  'Analytics & BI',
  'Development',
  'Business Strategy',
  'Communication',
  'Project Management',
  'Innovation',
  'Team Leadership',
  'AI & ML',
  'Marketing',
  'Sales',
  'Finance',
  'Data Management',
  'Research',
  'Content Creation',
  'Email & Outreach',
  'HR & Recruitment',
  'Risk Management',
  'Documentation',
  'Networking',
  'Operations',
];

const tiles = (page: Page) => page.getByRole('list', { name: 'Categories' }).getByRole('button');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search templates' });

userTest('templates have twenty categories, and a tile toggles its filter', async ({ page }) => {
  await page.goto('/app');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Templates' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(categories);
  await expect(tiles(page)).toHaveCount(20);

  const sales = tiles(page).filter({ hasText: 'Sales' });
  await expect(sales).toContainText(/[3-9] templates/);
  await sales.focus();
  await page.keyboard.press('Enter');
  await expect(sales).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Sales']);
  await expect(page).toHaveURL(/category=Sales/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Sales']);
  await sales.click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(20);
});

userTest('a template search covers every template and counts the matches', async ({ page }) => {
  await page.goto('/app/templates');
  await search(page).fill('COLD email');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Write a cold email worth answering',
  ]);
  await expect(tiles(page).filter({ hasText: 'Email & Outreach' })).toContainText('1 template');
  await search(page).fill('cold emial has:variable');
  await expect(page.getByText('No exact matches. Showing close ones.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 }).locator('mark')).toHaveText([
    'cold',
    'email',
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
  await search(page).fill('zeppelin');
  await expect(page.getByText('No templates found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all templates' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(20);
});

test('a template opens as the user’s own copy', async ({ page, me }) => {
  await page.goto('/app/templates');
  const title = 'Prepare a discovery call';
  await page.getByRole('button', { name: title, exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect(panel.getByLabel('Title')).toHaveValue(`${title} (Copy)`);
  await expect(panel.getByRole('switch', { name: 'Make Public' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${title} (Copy)` })).toBeVisible();
  const rows = await me.api.rows(
    'prompts?select=is_template,is_public,tags,icon,category&user_id=eq.' + me.id,
  );
  expect(rows).toEqual([
    {
      is_template: false,
      is_public: false,
      tags: ['discovery', 'preparation'],
      icon: '☎️',
      category: 'Sales',
    },
  ]);
});

test('the Templates tab leads to a template and its copy', async ({ page, me }) => {
  await me.api.prompt({ title: 'Own', content: 'x' });
  await page.goto('/app');
  await page.getByRole('tab', { name: 'Templates' }).click();
  const title = 'Turn a business question into a measurable definition';
  await page.getByRole('main').getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Use template' }).click();
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue(`${title} (Copy)`);
});

test("templates don't appear in the community", async ({ page, me }) => {
  expect(await me.api.rows('prompt_details_v?select=id&is_template=is.true')).toEqual([]);
  await page.goto('/app/community?q=measurable+definition');
  await expect(page.getByText('No prompts found')).toBeVisible();
});

userTest('on a phone the template tiles scroll, not the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/app/templates');
  await expect(tiles(page)).toHaveCount(20);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
});
