import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import { buildPrompt } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ChainEditor } from './chain-editor.tsx';

const saveChain = '/rest/v1/rpc/save_chain';
const title = page.getByLabelText('Title');
const save = page.getByRole('button', { name: 'Save Chain' });
const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');

function step(id: string): ChainStep {
  const prompt = {
    ...buildPrompt(id, { content: `Text of ${id}` }),
    content: `Text of ${id}`,
    forkedFrom: null,
    forkedFromVersion: null,
  };
  return { id, promptId: id, prompt, availability: 'available', lastValues: {} };
}

const chain: ChainDetail = {
  id: '00000000-0000-4000-8000-0000000000c1',
  title: 'Launch',
  description: '',
  createdAt: '2026-01-01T00:00:00+00:00',
  updatedAt: '2026-01-02T00:00:00.123456+00:00',
  steps: [step('Research'), step('Outline'), step('Draft')],
};

describe('ChainEditor', () => {
  it('says what is missing in a new chain, focuses the title and sends nothing', async () => {
    await renderScreen(<ChainEditor chain={null} />);
    await save.click();
    await expect.element(title).toBeInvalid();
    await expect.element(title).toHaveFocus();
    expect(backend.sent('POST', saveChain)).toEqual([]);
  });

  it('sends the steps in the order that the arrow keys gave them', async () => {
    backend.on('POST', saveChain, () => json({ id: chain.id }));
    const { router } = await renderScreen(<ChainEditor chain={chain} />);
    const handle = page.getByRole('button', { name: /^Move Research, step/ });
    handle.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(steps.nth(1).getByText('Research', { exact: true })).toBeVisible();
    await expect.element(handle).toHaveFocus();
    await save.click();
    await expect.poll(() => router.state.location.pathname).toBe('/app/chains');
    expect(backend.sent('POST', saveChain)[0]?.body).toMatchObject({
      chain_id: chain.id,
      based_on: chain.updatedAt,
      prompt_ids: ['Outline', 'Research', 'Draft'],
    });
  });

  it('offers a new chain when this one was deleted elsewhere', async () => {
    backend.on('POST', saveChain, () => refusal(404, 'PT404', 'Chain not found'));
    await renderScreen(<ChainEditor chain={chain} />);
    await title.fill('Launch plan');
    await save.click();
    await expect.element(page.getByText(/^This chain was deleted/)).toBeVisible();
    backend.on('POST', saveChain, () => json({ id: 'new' }));
    await page.getByRole('button', { name: /new chain/i }).click();
    await expect.poll(() => backend.sent('POST', saveChain).length).toBe(2);
    expect(backend.sent('POST', saveChain)[1]?.body).not.toHaveProperty('chain_id');
  });

  it('keeps what was typed when the server refuses a step', async () => {
    backend.on('POST', saveChain, () => refusal(403, '42501', 'permission denied'));
    await renderScreen(<ChainEditor chain={chain} />);
    await title.fill('Launch plan');
    await save.click();
    await expect.element(page.getByText(/made private or deleted/).first()).toBeVisible();
    await expect.element(title).toHaveValue('Launch plan');
  });
});
