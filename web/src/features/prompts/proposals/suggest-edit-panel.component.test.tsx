import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draftKeys } from '#web/data/drafts/drafts.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import SuggestEditPanel from './suggest-edit-panel.tsx';

const original = promptRow({
  user_id: '00000000-0000-4000-8000-00000000000c',
  content: 'Be brief.\n\nSign it.\n',
  is_public: true,
});
const fork = buildPromptDetail('Letter (Fork)', {
  id: '00000000-0000-4000-8000-00000000000d',
  userId: session.user.id,
  content: 'Be very brief.\n\nSign it.\n',
  forkedFrom: original.id,
  forkedFromVersion: 1,
});
const proposing = '/rest/v1/rpc/propose_edit';
const sent = () => backend.sent('POST', proposing).map(({ body }) => body);
const titleField = page.getByLabelText('Title');
const send = page.getByRole('button', { name: 'Send proposal' });

async function render(shownFork: PromptDetail | null = null) {
  const heard = { onClose: vi.fn<() => void>(), onSent: vi.fn<(id: string) => void>() };
  const panel = <SuggestEditPanel promptId={original.id} fork={shownFork} {...heard} />;
  return { ...heard, ...(await renderScreen(panel)) };
}

beforeEach(() => {
  backend.on('GET', '/rest/v1/readable_prompts', () => json(original));
  backend.on('POST', proposing, () => json({ id: 'p1' }));
});

describe('SuggestEditPanel, for a suggestion', () => {
  it('sends the changed text with the version that it was made from, and a reason', async () => {
    const { onSent } = await render();
    await titleField.fill('Formal letter');
    await page.getByLabelText('Why this change?').fill(' Banks ask for it. ');
    await send.click();
    await expect.poll(() => onSent.mock.calls).toEqual([['p1']]);
    expect(sent()).toEqual([
      {
        prompt_id: original.id,
        base_version: 1,
        title: 'Formal letter',
        content: original.content,
        tags: [],
        message: 'Banks ask for it.',
      },
    ]);
  });

  it('stays with what was typed while the proposal was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', proposing, () => promise);
    const { onSent, unmount } = await render();
    await titleField.fill('Formal letter');
    await send.click();
    await expect.poll(() => sent().length).toBe(1);
    await page.getByLabelText('Why this change?').fill('Banks ask for it.');
    resolve(json({ id: 'p1' }));
    await expect.element(page.getByText(/^Sent without what you typed/)).toBeVisible();
    expect(onSent).not.toHaveBeenCalled();
    await unmount();
    await render();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByLabelText('Why this change?')).toHaveValue('Banks ask for it.');
  });

  it('sends nothing while nothing is changed', async () => {
    await render();
    await send.click();
    const nothing = page.getByText('Change something first.');
    await expect.element(nothing).toBeVisible();
    await titleField.fill('');
    await send.click();
    await expect.element(page.getByText('A prompt needs a title.')).toBeVisible();
    await expect.element(nothing).not.toBeInTheDocument();
    expect(sent()).toEqual([]);
  });

  it('keeps the text, and says why, when the server refuses it', async () => {
    const reason = 'You have 100 open proposals. Withdraw one first.';
    backend.on('POST', proposing, () => refusal(429, 'PT429', reason));
    const { onSent } = await render();
    await titleField.fill('Formal letter');
    await send.click();
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(titleField).toHaveValue('Formal letter');
    expect(onSent).not.toHaveBeenCalled();
  });

  it('merges with a version that was saved meanwhile', async () => {
    await render();
    await titleField.fill('Formal letter');
    const newer = { ...original, version: 2, content: 'Be brief.\n\nSign by hand.\n' };
    backend.on('GET', '/rest/v1/readable_prompts', () => json(newer));
    backend.on('POST', proposing, () =>
      refusal(409, 'PT409', 'The prompt has been changed since it was loaded'),
    );
    await send.click();
    await expect
      .element(page.getByRole('dialog', { name: 'The prompt has changed' }))
      .toBeVisible();
    backend.on('POST', proposing, () => json({ id: 'p1' }));
    await page.getByRole('button', { name: 'Send merged proposal' }).click();
    await expect
      .poll(() => sent()[1])
      .toMatchObject({ base_version: 2, title: 'Formal letter', content: newer.content });
  });

  it('says at once that the prompt can no longer be read, and keeps the text', async () => {
    const { client } = await render();
    await titleField.fill('Formal letter');
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    await client.invalidateQueries();
    await expect.element(page.getByText(/^You can't see this prompt any more/)).toBeVisible();
    await expect.element(titleField).toHaveValue('Formal letter');
  });

  it('offers a text that was left unsent when it opens again, also if another tab discarded it', async () => {
    const first = await render();
    await titleField.fill('Formal letter');
    await expect.poll(() => draftKeys(session.user.id).length).toBe(1);
    // As another tab does that was offered this draft.
    for (const key of draftKeys(session.user.id)) localStorage.removeItem(key);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(page.getByText('Draft saved on this device')).toBeVisible();
    expect(first.onClose).toHaveBeenCalledOnce();
    await first.unmount();
    await render();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(titleField).toHaveValue('Formal letter');
  });
});

describe('SuggestEditPanel, for a fork', () => {
  it("proposes the fork's text under the original's title, against the forked version", async () => {
    backend.on('POST', '/rest/v1/rpc/fork_base', () => json(original));
    await render(fork);
    await expect.element(titleField).toHaveValue('Letter');
    await send.click();
    await expect
      .poll(() => sent()[0])
      .toEqual({
        prompt_id: original.id,
        base_version: 1,
        title: 'Letter',
        content: fork.content,
        tags: [],
        source_id: fork.id,
      });
  });

  it("says that an original which became private can't be read any more", async () => {
    backend.on('POST', '/rest/v1/rpc/fork_base', () => json(null));
    await render(fork);
    await expect.element(page.getByText("The original can't be read any more")).toBeVisible();
    await expect.element(send).not.toBeInTheDocument();
  });
});
