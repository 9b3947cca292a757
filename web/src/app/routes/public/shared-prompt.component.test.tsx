import { useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { requestedFork } from '#web/lib/storage/requested-fork.ts';
import { backend, json, noConnection } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { searchRow } from '#web/testing/search-row.ts';
import { Component as SharedPrompt } from './shared-prompt.tsx';

const prompts = '/rest/v1/prompts';
const id = '00000000-0000-4000-8000-00000000000b';

function Screen() {
  const { pathname, search } = useLocation();
  return (
    <>
      <SharedPrompt />
      <p>{`Address: ${pathname}${search}`}</p>
    </>
  );
}

it('offers no second fork when the requested one is queued', async () => {
  const author = '00000000-0000-4000-8000-00000000000c';
  requestedFork.store(id);
  backend.on('POST', '/rest/v1/rpc/public_prompt', () =>
    json([searchRow('Letter', { id, user_id: author, forks_count: 0, comments_count: 0 })]),
  );
  backend.on('GET', '/rest/v1/comments', () => json([]));
  backend.on('POST', prompts, noConnection);
  await renderScreen(<Screen />, '/p/:id', `/p/${id}?fork`);
  await expect.element(page.getByText(/saved on this device/)).toBeVisible();
  // With 'fork' in the address, the panel opens.
  await expect.element(page.getByText(`Address: /p/${id}`, { exact: true })).toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Fork Prompt' })).not.toBeInTheDocument();
  expect(backend.sent('POST', prompts)).toHaveLength(1);
});
