import { expectContent } from '../fixtures/prompt-content.ts';
import { expect, test, userTest } from '../fixtures/test.ts';

const titles = [
  'Zero-shot prompting',
  'Few-shot prompting',
  'Chain of thought',
  'Role-playing',
  'Constraints',
  'Explicit formatting',
  'Open-ended questions',
  'Directives and verbs',
  'Providing context',
  'Incremental prompting',
  'Tone and style',
  'Analogies and metaphors',
  'Reframing questions',
  'Encouraging creativity',
  'Summaries or syntheses',
  'Pros and cons',
  'Specifying audience',
  'Combining techniques',
  'Guiding with examples',
  'Critical thinking',
];

test('the twenty techniques are public, in order, with expandable examples', async ({ page }) => {
  await page.goto('/techniques');
  const cards = page.getByRole('list', { name: 'Techniques' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  for (const [index, title] of titles.entries()) {
    await expect(cards.nth(index).getByRole('heading', { level: 2 })).toContainText(title);
  }
  const first = cards.first();
  await expect(first.getByRole('heading', { name: 'Why it works' })).toBeVisible();
  await expect(first.getByText('billing', { exact: true })).toBeHidden();
  await first.getByText('Show More').click();
  await expect(first.getByText('billing', { exact: true })).toBeVisible();
  await first.getByText('Show Less').click();
  await expect(first.getByText('billing', { exact: true })).toBeHidden();

  await page.getByRole('searchbox', { name: 'Search techniques' }).fill('bicycle trailer');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('Summaries or syntheses');
  await page.getByRole('searchbox').fill('nowhere in it');
  await expect(page.getByText('No techniques found')).toBeVisible();
});

userTest('using a technique in the app opens the panel with its skeleton', async ({ page }) => {
  await page.goto('/app');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Techniques' })
    .click();
  await page.getByRole('button', { name: 'Use this technique: Constraints' }).click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expectContent(panel.getByLabel('Content'), /Keep to these limits:/);
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(page.getByText('Prompt created successfully!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Constraints' })).toBeVisible();
});

test('using a technique signed out leads through sign-in to the panel', async ({ page }) => {
  await page.goto('/techniques');
  await page.getByRole('link', { name: 'Use this technique: Role-playing' }).click();
  await expect(page).toHaveURL(/\/signin\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/app/techniques?use=role-playing');
});

userTest('linked technique addresses open, signed in or not', async ({ page, pageOf }) => {
  const outside = await pageOf(null);
  for (const view of [page, outside]) {
    for (const [from, to] of [
      ['/app/learn', '/techniques'],
      ['/app/privacy', '/privacy'],
      ['/app/terms', '/terms'],
      ['/app/pricing', '/pricing'],
    ] as const) {
      await view.goto(from);
      await expect(view).toHaveURL(new RegExp(`[^p]${to}$`));
      await expect(view.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }
});
