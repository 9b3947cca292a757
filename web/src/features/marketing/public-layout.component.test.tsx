import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PublicLayout } from './public-layout.tsx';

it('shows its links whole on a phone', async () => {
  await page.viewport(360, 740);
  await renderScreen(<PublicLayout>Prompts</PublicLayout>);
  const links = page.getByRole('navigation', { name: 'Pages' });
  await expect.element(links.getByRole('link', { name: 'Pricing' })).toBeVisible();
  const { scrollWidth, clientWidth } = links.element();
  expect(scrollWidth).toBe(clientWidth);
});
