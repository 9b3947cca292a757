import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PageHeader } from './page-header.tsx';

it('begins title and subtitle at the left, also if they read from right to left', async () => {
  await renderScreen(<PageHeader title="كتابة الرسائل" subtitle="رسائل قصيرة وواضحة" />);
  const title = page.getByRole('heading');
  await expect.element(title).toBeVisible();
  for (const element of [title.element(), page.getByText('رسائل قصيرة وواضحة').element()]) {
    const shown = document.createRange();
    shown.selectNodeContents(element);
    const { left } = element.getBoundingClientRect();
    expect(shown.getBoundingClientRect().left).toBeCloseTo(left, 0);
  }
});
