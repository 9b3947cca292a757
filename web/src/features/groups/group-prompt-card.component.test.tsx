import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { GroupPromptCard } from './group-prompt-card.tsx';

async function renderCard(title: string): Promise<void> {
  const prompt = {
    id: 'a',
    title,
    preview: 'Some content of many words. '.repeat(10),
    icon: null,
    groupId: null,
    version: 1,
    createdAt: '2026-11-28T00:00:00Z',
  } as PromptSummary;
  await renderScreen(
    <ul className="p-4">
      <GroupPromptCard
        prompt={prompt}
        to="/"
        searched={false}
        actions={
          <IconButton label="Copy" size="small">
            x
          </IconButton>
        }
      />
    </ul>,
  );
}

it('shows a title that reads from right to left beside its icon', async () => {
  await page.viewport(1440, 900);
  await renderCard('שלום');
  const link = page.getByRole('link', { name: 'שלום' }).element();
  const title = document.createRange();
  title.selectNodeContents(link);
  const gap = title.getBoundingClientRect().left - link.getBoundingClientRect().left;
  expect(gap).toBeLessThan(4);
});

it('shows three whole lines of content above its date on a phone', async () => {
  await page.viewport(360, 740);
  await renderCard('A title that has no room beside the actions');
  const card = page.getByRole('listitem').element() as HTMLElement;
  expect(card.offsetHeight).toBe(180);
  const content = page.getByText(/^Some content/).element();
  const lineHeight = Number.parseFloat(getComputedStyle(content).lineHeight);
  const { top } = page
    .getByText(/^Created/)
    .element()
    .getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(content.getBoundingClientRect().top + 3 * lineHeight);
});
