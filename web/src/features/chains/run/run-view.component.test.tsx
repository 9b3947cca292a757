import { useQuery } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { chainRunQuery } from '#web/data/chains/chain-runs.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { undoneText } from '#web/testing/undone-text.ts';
import { RunView } from './run-view.tsx';

const id = '00000000-0000-4000-8000-0000000000d1';
const runs = '/rest/v1/chain_runs';
const answer = page.getByLabelText('Answer', { exact: true });

function stepRow(title: string) {
  const nothing = { prompt_id: null, version: null, text: null, draft: null };
  return { ...nothing, title, content: `Text of ${title}`, bindings: {}, values: {} };
}

const row = {
  id,
  title: 'Launch',
  chain_id: null,
  state: 'running',
  steps: ['Research', 'Outline'].map((title) => stepRow(title)),
  answers: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

/** Stores what is sent, once the server has answered. */
function holdSave() {
  const { promise, resolve } = Promise.withResolvers<void>();
  backend.on('PATCH', runs, async ({ body }) => {
    await promise;
    backend.on('GET', runs, () => json({ ...row, ...(body as object), updated_at: 'later' }));
    return json([{ id }]);
  });
  return resolve;
}

function Loaded() {
  const { data: run } = useQuery(chainRunQuery(id));
  return run ? <RunView run={run} /> : null;
}

it('RunView takes back words of an answer, not letters, with undo', async () => {
  backend.on('GET', runs, () => json(row));
  backend.on('PATCH', runs, () => json([{ id }]));
  await renderScreen(<Loaded />);
  expect(await undoneText(answer)).not.toMatch(/Walk the d/);
});

describe('RunView, typing while a step is saved', () => {
  beforeEach(() => backend.on('GET', runs, () => json(row)));

  it('offers the new text in the answer of the finished step', async () => {
    const finish = holdSave();
    await renderScreen(<Loaded />);
    await answer.fill('Cats');
    await page.getByRole('button', { name: 'Next step' }).click();
    await expect.poll(() => backend.sent('PATCH', runs).length).toBe(1);
    await answer.fill('Cats and dogs');
    finish();
    await expect.element(page.getByText(/Go on in the answer of step 1/)).toBeVisible();
    await page.getByRole('button', { name: 'Show more of step 1' }).click();
    await page.getByRole('button', { name: 'Edit answer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByLabelText('Answer from step 1')).toHaveValue('Cats and dogs');
  });

  it('takes no other value, which no form would show again, until the save has failed', async () => {
    const steps = [
      { ...stepRow('Research'), content: 'About {{topic}} in {{tone|choice:dry,warm}}' },
    ];
    backend.on('GET', runs, () => json({ ...row, steps }));
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('PATCH', runs, () => promise);
    await renderScreen(<Loaded />);
    const topic = page.getByLabelText('topic');
    await topic.fill('Cats');
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect.element(topic).toHaveAttribute('readonly');
    await expect.element(page.getByLabelText('tone')).toBeDisabled();
    resolve(refusal(400, 'P0001', 'Not now.'));
    await expect.element(topic).not.toHaveAttribute('readonly');
    await topic.fill('Cats and dogs');
    await expect.element(topic).toHaveValue('Cats and dogs');
  });

  it('offers the new text when a paused run goes on', async () => {
    const finish = holdSave();
    const { currentPath, unmount } = await renderScreen(<Loaded />);
    await answer.fill('Cats');
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect.poll(() => backend.sent('PATCH', runs).length).toBe(1);
    await answer.fill('Cats and dogs');
    finish();
    await expect.poll(currentPath).toBe('/app/chains/runs');
    await unmount();
    await renderScreen(<Loaded />);
    await expect.element(answer).toHaveValue('Cats');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(answer).toHaveValue('Cats and dogs');
  });
});

it('RunView opens no page after a pause when another one is opening', async () => {
  backend.on('GET', runs, () => json(row));
  const finish = holdSave();
  const { currentPath } = await renderScreen(<Loaded />);
  await answer.fill('Cats');
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => backend.sent('PATCH', runs).length).toBe(1);
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes('draft'));
  await expect.poll(drafts).toHaveLength(1);
  setNavigating(true);
  finish();
  await expect.poll(drafts).toEqual([]);
  setNavigating(false);
  expect(currentPath()).toBe('/');
});
