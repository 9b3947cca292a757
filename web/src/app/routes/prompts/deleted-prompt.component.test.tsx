import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { PromptPage } from './prompt-page.tsx';

const id = '00000000-0000-4000-8000-0000000000b1';

it('says so when a deleted prompt that is restored is gone for good', async () => {
  const row = promptRow({ id, deleted_at: '2026-01-01T00:00:00Z' });
  backend.on('GET', '/rest/v1/readable_prompts', () => json([row]));
  backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
  backend.on('PATCH', '/rest/v1/prompts', () => json([]));
  await renderScreen(
    <PromptPage home="/app" toPrompt={(other) => `/app/prompts/${other}`} />,
    '/app/prompts/:id',
    `/app/prompts/${id}`,
  );
  const restore = page.getByRole('button', { name: 'Restore prompt' });
  await expect.element(restore).toBeVisible();
  backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
  await restore.click();
  await expect
    .element(page.getByText(/^Couldn't restore “Letter”: it was permanently removed\./))
    .toBeVisible();
  await expect
    .element(page.getByText(/^Prompt not found\. It may have been deleted/))
    .toBeVisible();
  await expect.element(restore).not.toBeInTheDocument();
});
