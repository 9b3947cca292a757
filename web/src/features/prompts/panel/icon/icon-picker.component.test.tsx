import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IconPicker } from './icon-picker.tsx';

it('takes any emoji in a window lower than the choice', async () => {
  await page.viewport(568, 320);
  const choose = vi.fn<(icon: string | null) => void>();
  await renderScreen(<IconPicker value={null} title="Letter" groupId={null} onChange={choose} />);
  await page.getByRole('button', { name: /^Icon/ }).click();
  const choice = page.getByRole('dialog', { name: 'Choose an icon' });
  await expect
    .poll(() => choice.element().getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(innerHeight);
  const other = page.getByLabelText('Any other emoji');
  await other.fill('🦊');
  await expect.element(other).toBeInViewport();
  await userEvent.keyboard('{Enter}');
  expect(choose).toHaveBeenCalledExactlyOnceWith('🦊');
});
