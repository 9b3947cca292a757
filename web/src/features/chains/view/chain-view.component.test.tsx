import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ChainView } from './chain-view.tsx';

const saveChain = '/rest/v1/rpc/save_chain';

function step(id: string, availability: 'available' | 'deleted'): ChainStep {
  const content = `Text of ${id}`;
  return {
    id,
    promptId: id,
    prompt: {
      ...buildPrompt(id, { content }),
      content,
      forkedFrom: null,
      forkedFromVersion: null,
    },
    own: null,
    availability,
    text: availability === 'available' ? content : null,
    bindings: {},
    lastValues: {},
  };
}

const chain: ChainDetail = {
  id: '00000000-0000-4000-8000-0000000000c1',
  title: 'Launch',
  description: '',
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-02T00:00:00+00:00',
  unfinishedRun: null,
  steps: [step('Research', 'available'), step('Outline', 'deleted')],
};

beforeEach(() => {
  backend.on('GET', '/rest/v1/chain_runs', () => json([]));
});

it('removes the step of a deleted prompt, and puts it back with Undo', async () => {
  const later = '2026-01-03T00:00:00+00:00';
  backend.on('POST', saveChain, () => json({ id: chain.id, updated_at: later }));
  await renderScreen(<ChainView chain={chain} onCopy={() => undefined} />);
  await page.getByRole('button', { name: 'Remove step' }).click();
  await expect.element(page.getByText('Chain updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => backend.sent('POST', saveChain).length).toBe(2);
  const sent = backend.sent('POST', saveChain).map(({ body }) => body);
  expect(sent[0]).toMatchObject({ based_on: chain.updatedAt, steps: [{ id: 'Research' }] });
  expect(sent[1]).toMatchObject({
    based_on: later,
    steps: [{ id: 'Research' }, { id: 'Outline', prompt_id: 'Outline' }],
  });
});
