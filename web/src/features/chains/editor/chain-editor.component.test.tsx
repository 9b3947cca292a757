import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ChainDetail, ChainStep } from '#web/data/chains/chains.ts';
import { connection } from '#web/data/backend/connection.ts';
import {
  buildChain,
  buildChainRow,
  buildPromptStep,
} from '#web/data/chains/testing/build-chain.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { setNavigating } from '#web/lib/react/navigation-state.ts';
import { backend, json, noConnection, refusal } from '#web/testing/fake-backend.ts';
import { session } from '#web/testing/session.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { searchRow } from '#web/testing/search-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { expectUndoByWord } from '#web/testing/undo-by-word.ts';
import { ChainLoader } from '#web/features/chains/view/chain-loader.tsx';
import { ChainEditor } from './chain-editor.tsx';

const saveChain = '/rest/v1/rpc/save_chain';
const title = page.getByLabelText('Title');
const save = page.getByRole('button', { name: 'Save Chain' });
const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');

const step = buildPromptStep;
const chain = buildChain('Launch', {
  userId: session.user.id,
  steps: ['Research', 'Outline', 'Draft'].map((id) => step(id)),
});

describe('ChainEditor', () => {
  beforeEach(() => backend.on('GET', '/rest/v1/readable_prompts', () => json([])));

  it('says what is missing in a new chain, focuses the title and sends nothing', async () => {
    await renderScreen(<ChainEditor chain={null} />);
    await save.click();
    await expect
      .element(page.getByText('Please enter a title for your chain').first())
      .toBeVisible();
    await expect.element(title).toBeInvalid();
    await expect.element(title).toHaveFocus();
    await title.fill('Launch');
    await save.click();
    await expect
      .element(page.getByText('Please add at least one prompt to your chain').first())
      .toBeVisible();
    expect(backend.sent('POST', saveChain)).toEqual([]);
  });

  it('sends the steps in the order that the arrow keys gave them', async () => {
    backend.on('POST', saveChain, () => json({ id: chain.id }));
    const { currentPath } = await renderScreen(<ChainEditor chain={chain} />);
    const handle = page.getByRole('button', { name: /^Move Research, step/ });
    handle.element().focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(steps.nth(1).getByText('Research', { exact: true })).toBeVisible();
    await expect.element(handle).toHaveFocus();
    await save.click();
    await expect.poll(() => currentPath()).toBe('/app/chains');
    expect(backend.sent('POST', saveChain)[0]?.body).toMatchObject({
      chain_id: chain.id,
      based_on: chain.updatedAt,
      steps: ['Outline', 'Research', 'Draft'].map((id) => ({ id, prompt_id: id })),
    });
  });

  it('moves a step to the top by a key and down by its button, says so, and keeps the focus', async () => {
    await renderScreen(<ChainEditor chain={chain} />);
    page.getByRole('button', { name: 'Move Draft, step 3 of 3' }).element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByText('Draft is now step 1 of 3')).toBeInTheDocument();
    await expect
      .element(page.getByRole('button', { name: 'Move Draft, step 1 of 3' }))
      .toHaveFocus();
    const down = page.getByRole('button', { name: 'Move Draft down' });
    await down.click();
    await expect.element(down).toHaveFocus();
    for (const [index, name] of ['Research', 'Draft', 'Outline'].entries()) {
      await expect.element(steps.nth(index).getByText(name, { exact: true })).toBeVisible();
    }
  });

  it('takes back words, not letters, with undo', async () => {
    await renderScreen(<ChainEditor chain={null} />);
    await expectUndoByWord(page.getByLabelText('Description'));
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

describe('ChainEditor, when the chain was saved elsewhere', () => {
  const stepRow = (id: string) => ({
    id,
    prompt_id: id,
    title: null,
    content: null,
    bindings: {},
    prompts: promptRow({ id, title: id }),
  });
  const theirs = buildChainRow('Theirs', {
    user_id: session.user.id,
    updated_at: '2026-01-03T00:00:00+00:00',
    chain_prompts: [stepRow('Outline')],
  });
  const choice = page.getByRole('dialog', { name: 'This chain was changed elsewhere' });
  const sent = () => backend.sent('POST', saveChain).map(({ body }) => body);

  beforeEach(() => {
    backend.on('GET', '/rest/v1/chains', () => json([theirs]));
    backend.on('POST', saveChain, () => refusal(409, 'PT409', 'Changed meanwhile'));
  });

  /** Changes the chain, and saves it over the version that was loaded. */
  async function saveTooLate() {
    const screen = await renderScreen(<ChainEditor chain={chain} />);
    await title.fill('Mine');
    await save.click();
    await expect.element(choice).toBeVisible();
    return screen;
  }

  it('shows both sides, and replaces theirs after that', async () => {
    const { currentPath } = await saveTooLate();
    const side = (name: string) => choice.getByRole('region', { name });
    await expect.element(side('Mine')).toMatchTextContent(/Mine.*Research.*Outline.*Draft/);
    await expect.element(side('Theirs')).toMatchTextContent('TheirsTheirsOutline');
    backend.on('POST', saveChain, () => json({ id: chain.id, updated_at: 'last' }));
    await choice.getByRole('button', { name: 'Replace with mine' }).click();
    await expect.poll(currentPath).toBe('/app/chains');
    expect(sent()).toMatchObject([
      { title: 'Mine', based_on: chain.updatedAt },
      { title: 'Mine', based_on: theirs.updated_at, chain_id: chain.id },
    ]);
  });

  it('saves mine as a new chain', async () => {
    const { currentPath } = await saveTooLate();
    backend.on('POST', saveChain, () => json({ id: 'new' }));
    await choice.getByRole('button', { name: 'Save mine as a new chain' }).click();
    await expect.poll(currentPath).toBe('/app/chains');
    expect(sent()[1]).toMatchObject({ title: 'Mine' });
    expect(sent()[1]).not.toHaveProperty('chain_id');
  });

  it('takes it as saved if the other save is its own, whose response was lost', async () => {
    const stored = buildChainRow('Echo', {
      user_id: session.user.id,
      chain_prompts: chain.steps.map(({ id }) => stepRow(id)),
    });
    backend.on('GET', '/rest/v1/chains', () => json([stored]));
    const { currentPath } = await renderScreen(<ChainEditor chain={chain} />);
    await title.fill('Echo');
    await save.click();
    await expect.element(page.getByText('Chain updated successfully')).toBeVisible();
    await expect.poll(currentPath).toBe('/app/chains');
    expect(sent()).toHaveLength(1);
  });
});

it('ChainEditor follows its chain until something is typed, and then offers to compare', async () => {
  let shown = { title: 'Dinner', updated_at: '2026-01-02T00:00:00+00:00' };
  backend.on('GET', '/rest/v1/chains', () =>
    json([buildChainRow('', { user_id: session.user.id, chain_prompts: [], ...shown })]),
  );
  const { client } = await renderScreen(
    <ChainLoader id={chain.id} fresh forForm>
      {(loaded) => <ChainEditor chain={loaded} />}
    </ChainLoader>,
  );
  const store = (next: typeof shown) => {
    shown = next;
    return client.invalidateQueries({ queryKey: queryKeys.chains.detail(chain.id) });
  };
  await expect.element(title).toHaveValue('Dinner');
  await store({ title: 'Supper', updated_at: '2026-01-03T00:00:00+00:00' });
  await expect.element(title).toHaveValue('Supper');
  await title.fill('Feast');
  await store({ title: 'Lunch', updated_at: '2026-01-04T00:00:00+00:00' });
  await expect.element(page.getByText(/^You changed this chain in another tab/)).toBeVisible();
  await expect.element(title).toHaveValue('Feast');
  await page.getByRole('button', { name: 'Compare' }).click();
  const conflict = page.getByRole('dialog', { name: 'This chain was changed elsewhere' });
  await expect
    .element(conflict.getByRole('region', { name: 'Theirs' }).getByText('Lunch'))
    .toBeVisible();
  await conflict.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(title).toHaveValue('Feast');
});

it('ChainEditor offers what was typed and moved when it was left', async () => {
  backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
  const { unmount } = await renderScreen(<ChainEditor chain={chain} />);
  await title.fill('Half a ti');
  await page.getByRole('button', { name: 'Move Outline up' }).click();
  await page.getByRole('button', { name: 'Write a prompt' }).click();
  await page.getByLabelText('Prompt title').fill('Shorten');
  await unmount();
  await renderScreen(<ChainEditor chain={chain} />);
  await expect.element(page.getByText(/^Unsaved changes from/)).toMatchTextContent(/Half a ti/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(title).toHaveValue('Half a ti');
  await expect.element(steps.nth(0).getByText('Outline', { exact: true })).toBeVisible();
  await expect.element(steps.nth(3).getByText('Shorten', { exact: true })).toBeVisible();
});

describe('ChainEditor, typing while a save runs', () => {
  beforeEach(() => {
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    backend.on('GET', '/rest/v1/chains', () => json([]));
  });

  it.each([
    ['the chain', chain],
    ['the new chain', null],
  ])('stays with the new text, and saves it over %s', async (_, edited) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', saveChain, () => promise);
    const { currentPath } = await renderScreen(<ChainEditor chain={edited} />);
    await title.fill('Launch plan');
    if (edited === null) {
      await page.getByRole('button', { name: 'Write a prompt' }).click();
      await page.getByLabelText('Prompt title').fill('Shorten');
      await page.getByRole('textbox', { name: 'Content' }).fill('Shorten it');
    }
    await save.click();
    await expect.poll(() => backend.sent('POST', saveChain).length).toBe(1);
    await title.fill('Launch plan for May');
    resolve(json({ id: chain.id, updated_at: 'later' }));
    await expect.element(page.getByText(/^What you typed meanwhile/)).toBeVisible();
    await expect.element(title).toHaveValue('Launch plan for May');
    expect(currentPath()).toBe('/');
    backend.on('POST', saveChain, () => json({ id: chain.id, updated_at: 'last' }));
    await save.click();
    await expect.poll(currentPath).toBe('/app/chains');
    expect(backend.sent('POST', saveChain)[1]?.body).toMatchObject({
      chain_id: chain.id,
      based_on: 'later',
      title: 'Launch plan for May',
    });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });
});

it('ChainEditor opens no page after a save when another one is opening', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
  backend.on('POST', saveChain, () => promise);
  const { currentPath } = await renderScreen(<ChainEditor chain={chain} />);
  await title.fill('Launch plan');
  await save.click();
  await expect.poll(() => backend.sent('POST', saveChain).length).toBe(1);
  setNavigating(true);
  resolve(json({ id: chain.id, updated_at: 'later' }));
  await expect.element(page.getByText('Chain updated successfully')).toBeVisible();
  setNavigating(false);
  expect(currentPath()).toBe('/');
  expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
});

describe('ChainEditor: prompts of others', () => {
  beforeEach(() => backend.on('GET', '/rest/v1/readable_prompts', () => json([])));

  it('offers those of teams and shared ones for a chain without a team', async () => {
    joinTeams(['design', 'Design', 'viewer']);
    backend.on('GET', '/rest/v1/prompt_shares', () => json([{ id: 's1' }]));
    backend.on('GET', '/rest/v1/prompts', ({ search }) =>
      json(search.has('prompt_shares.user_id') ? [promptRow({ title: 'Shared' })] : []),
    );
    backend.on('POST', '/rest/v1/rpc/search_prompts', () =>
      json([searchRow('Of the team', { team_id: 'design', user_id: 'ben' })]),
    );
    await renderScreen(<ChainEditor chain={null} />);
    await page.getByRole('button', { name: 'Add Prompt' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
    await dialog.getByRole('radio', { name: 'Teams' }).click({ force: true });
    await expect.element(dialog.getByText('Design ·')).toBeVisible();
    await dialog.getByRole('button', { name: /Of the team/ }).click();
    await dialog.getByRole('radio', { name: 'Shared' }).click({ force: true });
    await dialog.getByRole('button', { name: /^S?Shared/ }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(steps).toHaveLength(2);
  });
});

describe('ChainEditor: own prompts to add', () => {
  const dialog = page.getByRole('dialog', { name: 'Add Prompt' });
  const rows = dialog.getByRole('list', { name: 'Prompts to add' }).getByRole('listitem');

  beforeEach(() => {
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    backend.on('GET', '/rest/v1/prompts', ({ search }) => {
      const first = search.has('or') ? 50 : 0;
      const count = search.has('or') ? 5 : 50;
      const numbers = Array.from({ length: count }, (_, index) => first + index);
      return json(numbers.map((n) => promptRow({ id: `note-${n}`, title: `Note ${n}` })));
    });
  });

  it('come page after page as one scrolls', async () => {
    await renderScreen(<ChainEditor chain={null} />);
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    await expect.element(dialog.getByRole('button', { name: /^N?Note 0/ })).toBeVisible();
    const last = dialog.getByRole('button', { name: /^N?Note 54/ });
    await expect
      .poll(() => {
        const list = dialog.getByRole('list', { name: 'Prompts to add' }).element();
        for (let each: Element | null = list; each; each = each.parentElement) {
          each.scrollTop = each.scrollHeight;
        }
        return last.query();
      })
      .not.toBeNull();
  });

  it('are searched, and chosen with the arrow keys once the results are current', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', '/rest/v1/rpc/search_prompts', () => promise);
    await renderScreen(<ChainEditor chain={null} />);
    await page.getByRole('button', { name: 'Add Prompt' }).click();
    const box = dialog.getByRole('searchbox');
    await expect.element(box).toHaveFocus();
    await expect.element(dialog.getByRole('button', { name: /^N?Note 0/ })).toBeVisible();
    await box.fill('needle is:private');
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/search_prompts').length)
      .toBeGreaterThan(0);
    // Outdated results would be replaced, and lose the focus.
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(box).toHaveFocus();
    resolve(json([searchRow('Needle')]));
    await expect.element(rows).toHaveLength(1);
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(rows.getByRole('button', { name: /Needle/ })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(rows.getByRole('button', { name: /Needle.*Step 1/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Add Prompt' })).toHaveFocus();
    await expect.element(steps.getByText('Needle', { exact: true })).toBeVisible();
  });
});

describe('ChainEditor: a save that fails', () => {
  beforeEach(() => {
    backend.on('GET', '/rest/v1/readable_prompts', () => json([]));
    backend.on('POST', '/auth/v1/token', () => json(session));
    return () => connection.report(true);
  });

  const reload =
    'It belongs to something that was deleted meanwhile. Reload the page, then try again.';
  const gone = 'one of them was made private or deleted. Remove it, then save again.';
  const causes = [
    {
      cause: 'the session expired',
      respond: () => refusal(401, 'PGRST303', 'JWT expired'),
      created: 'Please sign in to create chains',
      updated: 'Please sign in to update chains',
    },
    {
      cause: 'nothing responds',
      respond: noConnection,
      created: 'Failed to create chain',
      updated: 'Failed to save chain',
    },
    {
      cause: 'the server gives a reason',
      respond: () => refusal(400, 'P0001', 'Too odd'),
      created: 'Failed to create chain: Too odd',
      updated: 'Failed to update chain: Too odd',
    },
    {
      cause: 'a prompt is private',
      respond: () => refusal(403, '42501', 'permission denied'),
      created: `Failed to add prompts to chain: ${gone}`,
      updated: `Failed to add prompts to chain: ${gone}`,
    },
    {
      cause: 'a prompt was deleted for good',
      respond: () => refusal(409, '23503', 'violates "chain_prompts_prompt_id_fkey"'),
      created: `Failed to create chain: ${reload}`,
      updated: `Failed to update chain: ${reload}`,
    },
  ];

  it.each(causes)('says for a new chain that $cause', async ({ respond, created }) => {
    backend.on('POST', saveChain, respond);
    await renderScreen(<ChainEditor chain={null} />);
    await title.fill('Shaky');
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    await page.getByLabelText('Prompt title').fill('One');
    await page.getByRole('textbox', { name: 'Content' }).fill('x');
    await save.click();
    await expect.element(page.getByText(created, { exact: true }).first()).toBeVisible();
    await expect.element(title).toHaveValue('Shaky');
    await expect.element(steps).toHaveLength(1);
  });

  it.each(causes)('says for a stored chain that $cause', async ({ respond, updated }) => {
    backend.on('POST', saveChain, respond);
    await renderScreen(<ChainEditor chain={chain} />);
    await title.fill('Shaken');
    await save.click();
    await expect.element(page.getByText(updated, { exact: true }).first()).toBeVisible();
    await expect.element(title).toHaveValue('Shaken');
  });
});

describe('ChainEditor: variables and prompts of the chain', () => {
  const contents = '/rest/v1/readable_prompts';
  const [first, second] = ['a1', 'a2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);
  const ids = { first: first ?? '', second: second ?? '' };
  const variables = (number: number) =>
    page.getByRole('group', { name: `Variables of step ${number}` });
  const pairOf = (bindings: ChainStep['bindings']): ChainDetail => ({
    ...chain,
    steps: [
      { ...step('Research'), id: ids.first },
      { ...step('Outline'), id: ids.second, bindings },
    ],
  });
  const sentSteps = () =>
    backend.sent('POST', saveChain).map(({ body }) => (body as { steps: unknown }).steps);

  function answerContents(outline = 'On {{topic}} in {{tone|choice:dry,warm}}') {
    backend.on('GET', contents, () =>
      json([
        { id: 'Research', content: 'Find {{topic}}' },
        { id: 'Outline', content: outline },
      ]),
    );
    backend.on('POST', saveChain, () => json({ id: chain.id }));
  }

  it('stores the answer of an earlier step and a fixed text with the step', async () => {
    answerContents();
    await renderScreen(<ChainEditor chain={pairOf({})} />);
    const topic = variables(2).getByLabelText('topic', { exact: true });
    await expect.element(topic).toHaveDisplayValue('Ask each time');
    expect(topic.element().textContent).not.toContain('step 2');
    await topic.selectOptions('Answer of step 1: Research');
    await variables(2).getByLabelText('tone', { exact: true }).selectOptions('Fixed text');
    await variables(2).getByLabelText('Text for tone').fill('cold');
    await expect.element(variables(2).getByText(/must be one of dry, warm/)).toBeVisible();
    await variables(2).getByLabelText('Text for tone').fill('warm');
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([
      { id: ids.first, bindings: {} },
      { id: ids.second, bindings: { topic: { step: ids.first }, tone: { text: 'warm' } } },
    ]);
  });

  it('shows a binding that a move has lost, saves without it, and keeps it for a move back', async () => {
    answerContents();
    await renderScreen(<ChainEditor chain={pairOf({ topic: { step: ids.first } })} />);
    const topic = (number: number) => variables(number).getByLabelText('topic', { exact: true });
    await expect.element(topic(2)).toHaveDisplayValue('Answer of step 1: Research');
    await page.getByRole('button', { name: 'Move Outline up' }).click();
    await expect.element(page.getByText(/Step 2 doesn't come before this one/)).toBeVisible();
    await expect
      .element(page.getByText('Outline is now step 1 of 2. 1 variable will be asked for'))
      .toBeInTheDocument();
    await page.getByRole('button', { name: 'Move Outline down' }).click();
    await expect.element(topic(2)).toHaveDisplayValue('Answer of step 1: Research');
    await page.getByRole('button', { name: 'Remove Research' }).click();
    await expect.element(page.getByText(/That step was removed/)).toBeVisible();
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([{ id: ids.second, bindings: {} }]);
  });

  it('shows and keeps a binding whose variable the prompt has lost', async () => {
    answerContents('Nothing to fill in');
    await renderScreen(<ChainEditor chain={pairOf({ topic: { text: 'rain' } })} />);
    await expect.element(variables(2).getByText(/^Not used/)).toBeVisible();
    await title.fill('Other');
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([{}, { bindings: { topic: { text: 'rain' } } }]);
  });

  it('writes a prompt in the chain, whose variables can be bound at once', async () => {
    answerContents();
    await renderScreen(<ChainEditor chain={{ ...chain, steps: pairOf({}).steps.slice(0, 1) }} />);
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    const promptTitle = page.getByLabelText('Prompt title');
    await expect.element(promptTitle).toHaveFocus();
    await save.click();
    await expect.element(page.getByText('A prompt needs content.', { exact: true })).toBeVisible();
    await expect.element(promptTitle).toHaveFocus();
    expect(sentSteps()).toEqual([]);
    await promptTitle.fill('Shorten');
    await page.getByRole('textbox', { name: 'Content' }).fill('Shorten {{notes}}');
    await variables(2)
      .getByLabelText('notes', { exact: true })
      .selectOptions('Answer of step 1: Research');
    await page.getByRole('button', { name: 'Fold Shorten' }).click();
    await expect.element(promptTitle).not.toBeInTheDocument();
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([
      { id: ids.first },
      {
        prompt_id: null,
        title: 'Shorten',
        content: 'Shorten {{notes}}',
        bindings: { notes: { step: ids.first } },
      },
    ]);
  });

  it('saves a new chain again over what an earlier try stored, if its response was lost', async () => {
    answerContents();
    backend.on('POST', saveChain, noConnection);
    backend.on('GET', '/rest/v1/chain_prompts', () =>
      json([{ chains: { id: chain.id, created_at: 'then' } }]),
    );
    await renderScreen(<ChainEditor chain={null} />);
    await title.fill('Launch');
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    await page.getByLabelText('Prompt title').fill('Shorten');
    await page.getByRole('textbox', { name: 'Content' }).fill('Shorten it');
    await save.click();
    await expect.element(page.getByText(/^The server did not answer/).first()).toBeVisible();
    backend.on('POST', saveChain, ({ body }) => {
      const isOver = JSON.stringify(body).includes('chain_id');
      if (isOver) return json({ id: chain.id, updated_at: 'now' });
      return refusal(409, '23505', 'duplicate key value');
    });
    await title.fill('Launch plan');
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(3);
    const [first, again, over] = backend.sent('POST', saveChain).map(({ body }) => body);
    expect(again).toEqual({ ...Object(first), title: 'Launch plan' });
    expect(over).toEqual({ ...Object(again), chain_id: chain.id, based_on: 'then' });
  });

  it('brings a removed prompt of the chain back with its text', async () => {
    answerContents();
    await renderScreen(<ChainEditor chain={{ ...chain, steps: [] }} />);
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    await page.getByLabelText('Prompt title').fill('Shorten');
    await page.getByRole('textbox', { name: 'Content' }).fill('Shorten {{notes}}');
    await page.getByRole('button', { name: 'Remove Shorten' }).click();
    await expect.element(steps).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([{ title: 'Shorten', content: 'Shorten {{notes}}' }]);
  });

  it('saves a prompt of the chain to the library, and uses that one', async () => {
    answerContents();
    backend.on('POST', '/rest/v1/prompts', ({ body }) => json([body], 201));
    await renderScreen(<ChainEditor chain={{ ...chain, steps: [] }} />);
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    await page.getByRole('button', { name: 'Save to library' }).click();
    await expect.element(page.getByText('A prompt needs a title.').first()).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/prompts')).toEqual([]);
    await page.getByLabelText('Prompt title').fill('Shorten');
    await page.getByRole('textbox', { name: 'Content' }).fill('Shorten {{notes}}');
    await page.getByRole('button', { name: 'Save to library' }).click();
    await expect.element(page.getByText('Only in this chain')).not.toBeInTheDocument();
    const [prompt] = backend
      .sent('POST', '/rest/v1/prompts')
      .map(({ body }) => body as { id: string; title: string; content: string });
    expect(prompt).toMatchObject({ title: 'Shorten', content: 'Shorten {{notes}}' });
    await save.click();
    await expect.poll(() => sentSteps().length).toBe(1);
    expect(sentSteps()[0]).toMatchObject([{ prompt_id: prompt?.id, title: null, content: null }]);
  });

  it('gives steps new ids when it saves them as a new chain, and keeps their bindings', async () => {
    answerContents();
    backend.on('POST', saveChain, () => refusal(404, 'PT404', 'Chain not found'));
    await renderScreen(<ChainEditor chain={pairOf({ topic: { step: ids.first } })} />);
    await title.fill('Copy');
    await save.click();
    await page.getByRole('button', { name: /new chain/i }).click();
    await expect.poll(() => sentSteps().length).toBe(2);
    const copied = sentSteps()[1] as { id: string; bindings: unknown }[];
    expect(copied.map(({ id }) => id)).not.toContain(ids.first);
    expect(copied[1]?.bindings).toEqual({ topic: { step: copied[0]?.id } });
  });
});

describe('ChainEditor in a team', () => {
  const teamId = '00000000-0000-4000-8000-00000000000a';
  const team = { id: teamId, name: 'Writers', memberCount: 3 };
  const shared = { ...chain, userId: 'ben', teamId, teamName: 'Writers' };

  function joinAs(role: string) {
    joinTeams([teamId, 'Writers', role]);
  }

  beforeEach(() => backend.on('GET', '/rest/v1/readable_prompts', () => json([])));

  it('shares a new chain with the team, and says who will see it', async () => {
    joinAs('editor');
    backend.on('POST', saveChain, () => json({ id: chain.id }));
    const { currentPath } = await renderScreen(<ChainEditor chain={null} team={team} />);
    await expect.element(page.getByText(/^2 other members of Writers will see it/)).toBeVisible();
    await title.fill('Launch');
    await page.getByRole('button', { name: 'Write a prompt' }).click();
    await page.getByLabelText('Prompt title').fill('Shorten');
    await page.getByRole('textbox', { name: 'Content' }).fill('Shorten it');
    await save.click();
    await expect.poll(() => currentPath()).toBe(`/app/teams/${teamId}`);
    expect(backend.sent('POST', saveChain)[0]?.body).toMatchObject({ team_id: teamId });
  });

  it('names the prompts that not every member of the team can read', async () => {
    joinAs('editor');
    await renderScreen(<ChainEditor chain={shared} />);
    await expect
      .element(page.getByText(/^Not shared with Writers: “Research”, “Outline”, “Draft”\./))
      .toBeVisible();
    await page.getByRole('button', { name: 'Remove Outline' }).click();
    await expect
      .element(page.getByText(/^Not shared with Writers: “Research”, “Draft”\./))
      .toBeVisible();
  });

  it('keeps what was typed when the right to save is lost, and saves it as an own chain', async () => {
    joinAs('editor');
    const { client } = await renderScreen(<ChainEditor chain={shared} />);
    await title.fill('Launch plan');
    joinAs('viewer');
    await client.invalidateQueries({ queryKey: queryKeys.teams.all });
    await expect.element(page.getByText(/^Only owners and editors of its team/)).toBeVisible();
    await expect.element(title).toHaveValue('Launch plan');
    backend.on('POST', saveChain, () => json({ id: 'new' }));
    await page.getByRole('button', { name: 'Save as a new chain' }).click();
    await expect.poll(() => backend.sent('POST', saveChain).length).toBe(1);
    expect(backend.sent('POST', saveChain)[0]?.body).not.toHaveProperty('team_id');
    expect(backend.sent('POST', saveChain)[0]?.body).toMatchObject({ title: 'Launch plan' });
  });

  it('keeps a new chain when the right to add it is lost, and saves it as an own one', async () => {
    joinAs('editor');
    const { client } = await renderScreen(<ChainEditor chain={null} team={team} />);
    await title.fill('Launch plan');
    joinAs('viewer');
    await client.invalidateQueries({ queryKey: queryKeys.teams.all });
    await expect.element(page.getByText(/^Only owners and editors of a team/)).toBeVisible();
    backend.on('POST', saveChain, () => json({ id: 'new' }));
    await page.getByRole('button', { name: 'Save as a new chain' }).click();
    await expect.poll(() => backend.sent('POST', saveChain).length).toBe(1);
    expect(backend.sent('POST', saveChain)[0]?.body).not.toHaveProperty('team_id');
  });
});
