import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { useSelection } from './use-selection.ts';

const rows = [{ id: 'a' }, { id: 'b' }];
const failed = vi.fn<(reason: unknown) => void>();

function List() {
  const [search, setSearch] = useState('');
  const [isAnswered, setIsAnswered] = useState(false);
  const selection = useSelection({ search }, failed);
  return (
    <>
      <output>{selection.active ? `Selected: ${[...selection.ids].join(' ')}` : 'Nothing'}</output>
      {isAnswered ? <p>Answered</p> : null}
      <button type="button" onClick={selection.start}>
        Start
      </button>
      <button
        type="button"
        onClick={() => {
          const selecting = selection.selectAll().catch(failed);
          void selecting.then(() => setIsAnswered(true));
        }}
      >
        Select all
      </button>
      <button type="button" onClick={() => selection.toggle(rows, 0, false)}>
        Toggle
      </button>
      <button type="button" onClick={() => setSearch('letter')}>
        Search
      </button>
    </>
  );
}

const output = page.getByRole('status');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Presses 'Select all'. Returns how to answer, which resolves once the page has the answer. */
async function selectAllSlowly() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  failed.mockReset();
  backend.on('POST', '/rest/v1/rpc/matching_prompts', () => promise);
  await renderScreen(<List />);
  await press('Start');
  await press('Select all');
  return async (response: Response) => {
    resolve(response);
    await expect.element(page.getByText('Answered')).toBeVisible();
  };
}

describe('useSelection', () => {
  it('selects all matches', async () => {
    const answer = await selectAllSlowly();
    await answer(json(['a', 'b', 'c']));
    await expect.element(output).toHaveTextContent('Selected: a b c');
  });

  it('stays ended when the matches arrive after Escape', async () => {
    const answer = await selectAllSlowly();
    await userEvent.keyboard('{Escape}');
    await answer(json(['a', 'b', 'c']));
    await expect.element(output).toHaveTextContent('Nothing');
  });

  it('reports no failure after Escape', async () => {
    const answer = await selectAllSlowly();
    await userEvent.keyboard('{Escape}');
    await answer(refusal(400, 'P0001', 'no luck today'));
    expect(failed).not.toHaveBeenCalled();
  });

  it('keeps the row that was chosen while the matches were loading', async () => {
    const answer = await selectAllSlowly();
    await press('Toggle');
    await answer(json(['b', 'c']));
    await expect.element(output).toHaveTextContent('Selected: a');
  });

  it('selects no matches of a search that was replaced while they were loading', async () => {
    const answer = await selectAllSlowly();
    await press('Search');
    await answer(json(['a', 'b', 'c']));
    await expect.element(output).toHaveTextContent('Selected:');
  });
});
