import { expect, test } from '../fixtures/test.ts';

test('the techniques are public, with expandable examples, and can be searched', async ({
  page,
}) => {
  await page.goto('/techniques');
  const cards = page.getByRole('list', { name: 'Techniques' }).getByRole('listitem');
  await expect(cards).toHaveCount(20);
  const first = cards.first();
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
