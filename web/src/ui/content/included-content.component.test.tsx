import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { IncludedTexts } from '#templating/expand-includes.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { IncludedContent } from './included-content.tsx';

const voice = '00000000-0000-4000-8000-00000000000a';
const gone = '00000000-0000-4000-8000-00000000000b';
const text = { id: voice, version: 3, isPublic: false, gap: null };
const texts: IncludedTexts = new Map([
  [voice, { ...text, title: 'Brand voice', content: 'Be {{tone}}.' }],
  [`${voice}@2`, { ...text, version: 2, title: 'Brand voice', content: 'Be old.' }],
  [gone, { ...text, id: gone, title: 'Old', content: null, gap: 'deleted' as const }],
]);

const show = (content: string, found: IncludedTexts | null) =>
  renderScreen(
    <p aria-label="Text">
      <IncludedContent content={content} texts={found} toPrompt={(id) => `/app/prompts/${id}`} />
    </p>,
  );

it('shows included texts behind a link with the title, and marks gaps', async () => {
  await show(`Hello. {{> ${voice} tone="dry"}} {{> ${voice}@2}} {{> ${gone}}} {{> No}}`, texts);
  const link = page.getByRole('link', { name: 'Included: Brand voice', exact: true });
  await expect.element(link).toHaveAttribute('href', `/app/prompts/${voice}`);
  const pinned = page.getByRole('link', { name: 'Included: Brand voice version 2' });
  await expect.element(pinned).toBeVisible();
  const shown = page.getByLabelText('Text');
  await expect
    .element(shown)
    .toHaveTextContent(
      'Hello. Included: Brand voiceBe dry. Included: Brand voice version 2Be old. Old (deleted) {{> No}}',
    );
});

it('shows the rest of the text, without ids, while included texts are loading', async () => {
  await show(`Hello. {{> ${voice}}}`, null);
  await expect.element(page.getByLabelText('Text')).toHaveTextContent('Hello. {{> …}}');
});
