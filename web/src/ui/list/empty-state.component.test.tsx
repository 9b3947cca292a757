import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { EmptyState } from './empty-state.tsx';

it('breaks a long word that a person searched for', async () => {
  await page.viewport(360, 740);
  await renderScreen(<EmptyState title={`No prompts match “${'a'.repeat(80)}”`} />);
  await expect.element(page.getByText(/^No prompts match/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
});
