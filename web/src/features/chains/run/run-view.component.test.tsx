import { useQuery } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { chainRunQuery } from '#web/data/chains/chain-runs.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { printPage } from '#web/testing/print-page.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { expectUndoByWord } from '#web/testing/undo-by-word.ts';
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
  await expectUndoByWord(answer);
});

it('RunView prints the text of the current step, without its form', async () => {
  backend.on('GET', runs, () => json(row));
  await renderScreen(
    <main>
      <Loaded />
    </main>,
  );
  const hint = page.getByText('Paste the answer here to save it with this run.');
  await expect.element(hint).toBeVisible();
  await printPage();
  await expect.element(hint).not.toBeVisible();
  await expect.element(answer).not.toBeVisible();
  await expect.element(page.getByText('Text of Research')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /Research/ })).toBeVisible();
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

describe('RunView: what the current step sends', () => {
  const toSend = page.getByRole('region', { name: 'Prompt to send' });
  const copy = page.getByRole('button', { name: 'Copy prompt' });
  const uses = '/rest/v1/prompt_uses';

  /** Opens a run of two steps whose first answer is given. */
  async function openSecond(second: object, firstAnswer = 'Cats') {
    const steps = [stepRow('Research'), { ...stepRow('Outline'), ...second }];
    backend.on('GET', runs, () => json({ ...row, steps, answers: [firstAnswer] }));
    backend.on('POST', uses, () => json({ used_at: 'now', uses: 1 }));
    await renderScreen(<Loaded />);
  }

  it('is asked for where no earlier step has it', async () => {
    await openSecond({ content: 'Use {{step2.output}} and {{step7.output}}' });
    await page.getByLabelText('step2.output').fill('by hand');
    await expect.element(toSend).toHaveTextContent('Use by hand and {{step7.output}}');
  });

  it('is typed by hand where the prompt is missing', async () => {
    await openSecond({ content: null });
    await expect
      .element(page.getByText(/^This step's prompt was deleted or private/))
      .toBeVisible();
    await expect.element(copy).not.toBeInTheDocument();
    await expect.element(answer).toBeVisible();
  });

  it('has the answer of an earlier step as it was written, and values that are changed', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const first = ' $& {{topic}}\n$1 ';
    await openSecond(
      {
        prompt_id: '00000000-0000-4000-8000-0000000000b2',
        content: 'Outline in {{tone}}: {{notes}} {{length|number:300}}',
        bindings: { notes: { step: 1 }, tone: { text: '$& {{notes}}' } },
        values: { notes: 'of another day' },
      },
      first,
    );
    const notes = page.getByLabelText('notes', { exact: true });
    await expect.element(notes).toHaveValue(first);
    await expect.element(page.getByText('Taken from the answer of step 1.')).toBeVisible();
    const length = page.getByLabelText('length', { exact: true });
    await length.fill('many');
    await copy.click();
    await expect.element(length).toHaveFocus();
    expect(write).not.toHaveBeenCalled();
    await length.fill('500');
    await copy.click();
    await expect.poll(() => write.mock.calls).toEqual([[`Outline in $& {{notes}}: ${first} 500`]]);
    await expect.element(page.getByText('Copied to clipboard', { exact: true })).toBeVisible();
    await notes.fill('shorter');
    await expect
      .element(page.getByText('Changed. It was taken from the answer of step 1.'))
      .toBeVisible();
    // Values that the chain filled in aren't stored as last used.
    expect(backend.sent('POST', uses).map(({ body }) => body)).toMatchObject([
      { last_values: { notes: 'of another day', length: '500' } },
    ]);
    write.mockRejectedValue(new Error('refused'));
    await copy.click();
    await expect.element(page.getByText('Failed to copy to clipboard')).toBeVisible();
  });
});

it('RunView asks for an answer that later steps use, and goes on without it when asked again', async () => {
  const steps = [
    stepRow('Research'),
    { ...stepRow('Outline'), content: 'Outline {{step1.output}}' },
    { ...stepRow('Draft'), content: 'Check {{step1.output}}' },
  ];
  backend.on('GET', runs, () => json({ ...row, steps }));
  backend.on('PATCH', runs, () => json([{ id }]));
  await renderScreen(<Loaded />);
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect
    .element(page.getByText('2 later steps use this answer. Paste it first.'))
    .toBeVisible();
  await expect.element(answer).toHaveFocus();
  expect(backend.sent('PATCH', runs)).toEqual([]);
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await expect.poll(() => backend.sent('PATCH', runs).length).toBe(1);
});

describe('RunView: answers of finished steps', () => {
  const more = page.getByRole('button', { name: 'Show more of step 1' });
  const less = page.getByRole('button', { name: 'Show less of step 1' });

  it('are shown on paper, also of a folded step', async () => {
    backend.on('GET', runs, () => json({ ...row, state: 'finished', answers: ['Cats', 'Dogs'] }));
    await renderScreen(<Loaded />);
    await less.click();
    await expect.element(page.getByText('Cats', { exact: true })).not.toBeInTheDocument();
    await printPage();
    await expect.element(page.getByText('Cats', { exact: true })).toBeVisible();
  });

  it('keep what was typed over a fold, a visit elsewhere and the end of the run', async () => {
    const changed = page.getByLabelText('Answer from step 1', { exact: true });
    let stored: object = { ...row, answers: ['Cats'] };
    backend.on('GET', runs, () => json(stored));
    backend.on('PATCH', runs, ({ body }) => {
      stored = { ...stored, ...(body as object), updated_at: JSON.stringify(body) };
      return json([{ id }]);
    });
    const { unmount } = await renderScreen(<Loaded />);
    await more.click();
    await page.getByRole('button', { name: 'Edit answer' }).click();
    await changed.fill('Better');
    await unmount();
    await renderScreen(<Loaded />);
    await more.click();
    await page.getByRole('button', { name: 'Edit answer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await less.click();
    await expect.element(changed).not.toBeVisible();
    await page.getByRole('button', { name: 'Finish' }).click();
    await expect.element(page.getByText(/^The run is finished/)).toBeVisible();
    await more.click();
    await expect.element(changed).toHaveValue('Better');
    await page.getByRole('button', { name: 'Save answer' }).click();
    await expect.element(changed).not.toBeInTheDocument();
    await expect.element(page.getByText('Better', { exact: true })).toBeVisible();
    expect(stored).toMatchObject({ answers: ['Better', ''] });
  });
});
