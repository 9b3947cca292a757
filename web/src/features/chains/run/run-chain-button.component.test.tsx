import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { RunChainButton } from './run-chain-button.tsx';

const chain: ChainDetail = {
  id: '00000000-0000-4000-8000-0000000000c1',
  title: 'Launch',
  description: '',
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-02T00:00:00+00:00',
  userId: session.user.id,
  teamId: null,
  teamName: null,
  unfinishedRun: { id: 'r1', stepCount: 4, doneCount: 1 },
  steps: [],
};

describe('RunChainButton', () => {
  it('continues the unfinished run, at its step', async () => {
    const { currentPath } = await renderScreen(<RunChainButton chain={chain} />);
    await page.getByRole('link', { name: 'Continue Step 2 of 4' }).click();
    await expect.poll(() => currentPath()).toBe('/app/chains/runs/r1');
  });

  it('offers a new run beside it', async () => {
    const step = {
      id: 's1',
      promptId: null,
      prompt: null,
      own: null,
      text: null,
      bindings: {},
      availability: 'gone',
      lastValues: {},
    } as const;
    await renderScreen(<RunChainButton chain={{ ...chain, steps: [step] }} />);
    await expect.element(page.getByRole('button', { name: 'Start new run' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
  });

  it('still continues a run of a chain without steps', async () => {
    await renderScreen(<RunChainButton chain={chain} />);
    await expect.element(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });
});
