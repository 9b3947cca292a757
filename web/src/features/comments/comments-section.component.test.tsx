import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { printPage } from '#web/testing/print-page.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import CommentsSection from './comments-section.tsx';

const ignore = () => undefined;

it('is left out on paper while there are no comments', async () => {
  backend.on('GET', '/rest/v1/comments', () => json([]));
  await renderScreen(
    <CommentsSection
      promptId="a"
      count={0}
      ownsPrompt
      renderAuthor={ignore}
      onReport={ignore}
      onHide={ignore}
    />,
  );
  const heading = page.getByRole('heading', { name: 'Comments' });
  await expect.element(heading).toBeVisible();
  await printPage();
  await expect.element(heading).not.toBeInTheDocument();
});
