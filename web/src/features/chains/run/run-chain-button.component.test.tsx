import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildChainRow, buildPromptStep } from '#web/data/chains/testing/build-chain.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { RunChainButton } from './run-chain-button.tsx';

/** Steps written in the chain, as its row has them. */
const ownSteps = (contents: readonly string[]) =>
  contents.map((content, index) => ({
    id: `s${index}`,
    prompt_id: null,
    title: `Step ${index + 1}`,
    content,
    bindings: {},
    prompts: null,
  }));

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
    const steps = [buildPromptStep('Research')];
    await renderScreen(<RunChainButton chain={{ ...chain, steps }} />);
    await expect.element(page.getByRole('button', { name: 'Start new run' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
  });

  it('still continues a run of a chain without steps', async () => {
    await renderScreen(<RunChainButton chain={chain} />);
    await expect.element(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('names references that have no answer, then runs the chain all the same', async () => {
    const steps = ownSteps([
      'Use {{step2.output}} and {{step7.output}}',
      'Use {{step1.ouput}} and {{step2.output}}',
    ]);
    backend.on('GET', '/rest/v1/chains', () =>
      json([buildChainRow('Tangled', { chain_prompts: steps })]),
    );
    backend.on('POST', '/rest/v1/chain_runs', () => json({ id: 'r2' }, 201));
    const { currentPath } = await renderScreen(
      <RunChainButton chain={{ ...chain, steps: [buildPromptStep('Research')] }} />,
    );
    await page.getByRole('button', { name: 'Start new run' }).click();
    const warning = page.getByRole('dialog', { name: 'Before you run this chain' });
    for (const problem of [
      'Step 1 asks for {{step2.output}}, but step 2 comes after it.',
      'Step 1 asks for {{step7.output}}, but the chain ends with step 2.',
      'Step 2 has {{step1.ouput}}. Write {{step1.output}} for the answer from step 1.',
      'Step 2 asks for its own answer, {{step2.output}}.',
    ]) {
      await expect.element(warning.getByText(problem, { exact: true })).toBeVisible();
    }
    expect(backend.sent('POST', '/rest/v1/chain_runs')).toEqual([]);
    await warning.getByRole('button', { name: 'Run anyway' }).click();
    await expect.poll(currentPath).toBe('/app/chains/runs/r2');
    expect(backend.sent('POST', '/rest/v1/chain_runs')).toHaveLength(1);
  });
});
