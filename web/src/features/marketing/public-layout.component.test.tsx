import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PublicLayout } from './public-layout.tsx';

it('shows its links whole on a phone', async () => {
  await page.viewport(360, 740);
  await renderScreen(<PublicLayout>Prompts</PublicLayout>);
  const links = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(links.getByRole('link', { name: 'Pricing' })).toBeVisible();
  // Its links are as wide as its font, which loads meanwhile.
  await expect.poll(() => links.element().scrollWidth - links.element().clientWidth).toBe(0);
});

it('cuts no focus ring of a link at the edge of its links', async () => {
  await page.viewport(360, 740);
  await renderScreen(<PublicLayout>Prompts</PublicLayout>);
  const links = page.getByRole('navigation', { name: 'Pages' });
  const first = links.getByRole('link', { name: 'Explore' });
  await expect.element(first).toBeVisible();
  // 2 px wide, at a distance of 2 px.
  const ring = 4;
  const box = links.element().getBoundingClientRect();
  const link = first.element().getBoundingClientRect();
  expect(link.left - ring).toBeGreaterThanOrEqual(box.left);
  expect(link.top - ring).toBeGreaterThanOrEqual(box.top);
  expect(link.bottom + ring).toBeLessThanOrEqual(box.bottom);
});
