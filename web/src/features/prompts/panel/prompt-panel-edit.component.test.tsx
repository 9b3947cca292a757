import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { buildPromptDetail } from '#web/data/prompts/testing/build-prompt.ts';
import { setOtherEditors } from '#web/data/live/editing.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { queuedSaves, removeFromOutbox } from '#web/data/outbox/outbox-store.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { expectAccessible } from '#web/testing/accessible.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { PromptPanel } from './prompt-panel.tsx';

const prompts = '/rest/v1/prompts';
const id = '00000000-0000-4000-8000-0000000000b1';
const panel = page.getByRole('dialog', { name: 'Edit Prompt' });
const merge = page.getByRole('dialog', { name: 'This prompt was changed in another tab' });
const question = page.getByRole('alertdialog', { name: 'Publish this?' });
const content = panel.getByLabelText('Content');
const update = panel.getByRole('button', { name: 'Update Prompt' });

const prompt = buildPromptDetail('Recipe', {
  id,
  userId: session.user.id,
  content: 'Take eggs.\n\nBake it.',
});

/** The row of the prompt as somebody else left it, in version 2. */
function changedRow(text: string) {
  return promptRow({
    id,
    title: 'Recipe',
    content: text,
    version: 2,
    prompt_versions: [{ count: 2 }],
  });
}

/** Answers as a server that stores a save of the current version only. */
function storeVersion(current: number, rows: readonly unknown[]) {
  backend.on('PATCH', prompts, ({ search }) =>
    json(search.get('version') === `eq.${current}` ? [{ version: current + 1 }] : []),
  );
  backend.on('GET', '/rest/v1/readable_prompts', () => json(rows));
  backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
}

/** The server's second version has this content; a queued change expected to be it. */
function storeSecond(text: string) {
  storeVersion(2, [changedRow(text)]);
  const { content: _content, ...row } = promptRow({ title: 'Recipe' });
  backend.on('GET', '/rest/v1/prompt_versions', ({ search }) =>
    json(search.get('version_number') === 'eq.2' ? [{ ...row, content: text }] : []),
  );
}

async function openPanel(fields: Partial<PromptDetail> = {}) {
  const onSaved = vi.fn<(id: string) => void>();
  const onDiscard = vi.fn<() => void>();
  const { client, unmount } = await renderScreen(
    <PromptPanel
      request={{ mode: 'edit', prompt: { ...prompt, ...fields } }}
      onClose={vi.fn<() => void>()}
      onSaved={onSaved}
      onDiscard={onDiscard}
    />,
  );
  await expect.element(panel).toBeVisible();
  return { onSaved, onDiscard, client, unmount };
}

describe('PromptPanel, editing', () => {
  it('sends the change description, and the version that the text is based on', async () => {
    storeVersion(1, []);
    const { onSaved } = await openPanel();
    await content.fill('Take six eggs.');
    await panel.getByLabelText('Change description').fill('More eggs');
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const [sent] = backend.sent('PATCH', prompts);
    expect(sent?.search.get('version')).toBe('eq.1');
    expect(sent?.body).toMatchObject({
      content: 'Take six eggs.',
      change_description: 'More eggs',
    });
  });

  it('proposes a changed text that its team changes by proposals only', async () => {
    backend.on('GET', '/rest/v1/rpc/prompt_needs_proposal', () => json(true));
    backend.on('PATCH', prompts, () => json([{ version: 2 }]));
    const { onSaved } = await openPanel({ teamId: 't1' });
    await expect.element(panel.getByText(/Programs read this prompt/)).toBeVisible();
    await content.fill('Take six eggs.');
    await update.click();
    const proposal = page.getByRole('dialog', { name: 'Propose your changes' });
    await expect.element(proposal.getByLabelText('Content')).toHaveTextContent('Take six eggs.');
    expect(backend.sent('PATCH', prompts)).toEqual([]);
    await proposal.getByRole('button', { name: 'Cancel' }).click();
    await content.fill(prompt.content);
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
  });

  it.each([
    ['The team said no', 'The team said no'],
    ['new row violates row-level security policy for table "prompts"', /^The group was deleted/],
  ])('says why a save in a group is refused: %s', async (message, shown) => {
    backend.on('PATCH', prompts, () => refusal(403, '42501', message));
    await openPanel({ groupId: 'g1' });
    await content.fill('Take six eggs.');
    await update.click();
    await expect.element(panel.getByText(shown)).toBeVisible();
  });

  it('saves the merge of both sides over the newer version', async () => {
    storeVersion(2, [changedRow('Take six eggs.\n\nBake it.')]);
    const { onSaved } = await openPanel();
    await content.fill('Take eggs.\n\nBake it hot.');
    await update.click();
    await expect.element(merge.getByText(/Nothing has been overwritten/)).toBeVisible();
    const merged = merge.getByLabelText('Merged content');
    await expect.element(merged).toHaveTextContent('Take six eggs.Bake it hot.');
    await merged.fill('Take six eggs.\n\nBake it very hot.');
    await merge.getByRole('button', { name: 'Save merged version' }).click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const last = backend.sent('PATCH', prompts).at(-1);
    expect(last?.search.get('version')).toBe('eq.2');
    expect(last?.body).toMatchObject({ content: 'Take six eggs.\n\nBake it very hot.' });
  });

  it('marks what both sides edited, and saves mine as it was typed', async () => {
    storeVersion(2, [changedRow('Boil it.')]);
    const { onSaved } = await openPanel({ content: 'Bake it.' });
    await content.fill('Fry it.');
    await update.click();
    await expect.element(merge.getByText('Edited in both')).toBeVisible();
    await expectAccessible(merge);
    await merge.getByText('Mine', { exact: true }).first().click();
    await merge.getByRole('button', { name: 'Save mine' }).click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const last = backend.sent('PATCH', prompts).at(-1);
    expect(last?.search.get('version')).toBe('eq.2');
    expect(last?.body).toMatchObject({ content: 'Fry it.' });
  });

  it('asks whose lines to use where both changed them, before it saves a merge', async () => {
    storeVersion(2, [changedRow('Take six eggs.\n\nBoil it.')]);
    const { onSaved } = await openPanel();
    await content.fill('Take eggs.\n\nFry it.');
    await update.click();
    const save = merge.getByRole('button', { name: 'Save merged version' });
    await save.click();
    await expect.element(merge.getByText(/^Choose whose lines to use/)).toBeVisible();
    expect(backend.sent('PATCH', prompts)).toHaveLength(1);
    const lines = merge.getByRole('group', { name: 'Content: lines that both changed' });
    await lines.getByText('Theirs').click();
    await expect
      .element(merge.getByLabelText('Merged content'))
      .toHaveTextContent('Take six eggs.Boil it.');
    await lines.getByText('Mine').click();
    await save.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const last = backend.sent('PATCH', prompts).at(-1);
    expect(last?.body).toMatchObject({ content: 'Take six eggs.\n\nFry it.' });
  });

  it('returns from the merge to what was typed, and sends nothing to keep theirs', async () => {
    storeVersion(2, [changedRow('Boil it.')]);
    const { onSaved, onDiscard } = await openPanel({ content: 'Bake it.' });
    await content.fill('Fry it.');
    await update.click();
    await merge.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(content).toHaveTextContent('Fry it.');
    await update.click();
    await expect.element(merge).toBeVisible();
    const sent = backend.sent('PATCH', prompts).length;
    await merge.getByText('Theirs', { exact: true }).first().click();
    await merge.getByRole('button', { name: 'Keep theirs' }).click();
    await expect.poll(() => onDiscard.mock.calls.length).toBe(1);
    expect(backend.sent('PATCH', prompts)).toHaveLength(sent);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('saves the text as a new prompt when the prompt was deleted elsewhere', async () => {
    storeVersion(2, []);
    backend.on('POST', prompts, ({ body }) => json([body], 201));
    const { onSaved } = await openPanel();
    await content.fill('New words');
    await update.click();
    await panel.getByRole('button', { name: 'Save as a new prompt' }).click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    const body = backend.sent('POST', prompts)[0]?.body;
    expect(body).toMatchObject({ title: 'Recipe', content: 'New words', version: 1 });
    expect(body).not.toMatchObject({ id });
  });

  it.each([
    ['where the prompt is used', '/rest/v1/rpc/prompt_usage', { text: 'Take six eggs.' }],
    [
      'whether it includes private prompts',
      '/rest/v1/rpc/included_texts',
      { text: 'Take six eggs. {{> 00000000-0000-4000-8000-0000000000e1}}' },
    ],
  ])('is saved once when the button is pressed again while it is read %s', async (_, path, of) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    storeVersion(1, []);
    backend.on('GET', path, async () => {
      await promise;
      return refusal(400, 'P0001', 'unknown');
    });
    const { onSaved } = await openPanel({ isPublic: true });
    await content.fill(of.text);
    await update.click();
    await expect.element(update).toHaveAttribute('aria-busy', 'true');
    await content.click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    resolve();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    expect(backend.sent('PATCH', prompts)).toHaveLength(1);
    expect(queuedSaves(session.user.id)).toEqual([]);
    await expect.element(page.getByText(/^The server is busy/)).not.toBeInTheDocument();
  });

  it('asks before a secret becomes public, and stays private after "Go back"', async () => {
    storeVersion(1, []);
    const { onSaved } = await openPanel();
    const isPublic = panel.getByRole('switch', { name: 'Make Public' });
    await content.fill('Write to mary.smith@acme-corp.co.uk');
    await isPublic.click();
    await expect.element(question.getByText('mary.smith@acme-corp.co.uk')).toBeVisible();
    await expectAccessible(question);
    await question.getByRole('button', { name: 'Go back' }).click();
    await expect.element(isPublic).not.toBeChecked();
    await isPublic.click();
    await question.getByRole('button', { name: 'Publish anyway' }).click();
    await expect.element(isPublic).toBeChecked();
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    expect(backend.sent('PATCH', prompts)[0]?.body).toMatchObject({ is_public: true });
  });

  it('asks before the text of a team includes one more prompt that the team does not see', async () => {
    const team = '00000000-0000-4000-8000-0000000000a1';
    const old = '00000000-0000-4000-8000-0000000000e1';
    const added = '00000000-0000-4000-8000-0000000000e2';
    joinTeams([team, 'Writers', 'editor']);
    storeVersion(1, []);
    const row = { version: 1, content: 'x', is_public: false, gap: null };
    const titles = { [old]: 'There before', [added]: 'Client list' };
    backend.on('GET', '/rest/v1/rpc/included_texts', ({ search }) =>
      json(
        Object.entries(titles)
          .filter(([ref]) => search.get('refs')?.includes(ref))
          .map(([ref, title]) => ({ ...row, ref, prompt_id: ref, title })),
      ),
    );
    backend.on('GET', prompts, () => json([]));
    const { onSaved } = await openPanel({ teamId: team, content: `Bake. {{> ${old}}}` });
    await content.fill(`Bake well. {{> ${old}}} {{> ${added}}}`);
    await update.click();
    const asked = page.getByRole('alertdialog', { name: 'Save this?' });
    await expect.element(asked.getByRole('listitem')).toHaveTextContent('Client list');
    await expect.element(asked.getByText(/until you move them to the team, too:$/)).toBeVisible();
    expect(backend.sent('PATCH', prompts)).toEqual([]);
    await asked.getByRole('button', { name: 'Save anyway' }).click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
  });

  it("turns placeholders of other tools into variables on request, and back by 'Undo'", async () => {
    storeVersion(1, []);
    const text = 'Act as [Role] for ${company:Acme}. Greet {user} of <TEAM>: [[greeting]].';
    const { onSaved } = await openPanel({ content: text });
    await expect.element(panel.getByText(/5 placeholders from another tool/)).toBeVisible();
    const turn = panel.getByRole('button', { name: /^Turn into variables/ });
    await turn.click();
    const dialog = page.getByRole('dialog', { name: 'Turn into variables' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect.poll(() => preview.element().textContent).toContain('{{company:Acme}}');
    await dialog.getByRole('checkbox', { name: /^{user}/ }).click();
    await dialog.getByRole('button', { name: 'Create 4 variables' }).click();
    const turned = 'Act as {{Role}} for {{company:Acme}}. Greet {user} of {{TEAM}}: {{greeting}}.';
    await expect.element(content).toHaveTextContent(turned);
    await panel.getByRole('button', { name: 'Undo' }).click();
    await expect.element(content).toHaveTextContent(text);
    await turn.click();
    await dialog.getByRole('button', { name: 'Create 5 variables' }).click();
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    expect(backend.sent('PATCH', prompts).map(({ body }) => body)).toMatchObject([
      { content: turned.replace('{user}', '{{user}}') },
    ]);
  });

  it('leaves group and visibility of a shared prompt to its owner', async () => {
    await openPanel({ userId: '00000000-0000-4000-8000-000000000002' });
    await expect.element(panel.getByLabelText('Change description')).toBeVisible();
    await expect.element(panel.getByLabelText('Group')).not.toBeInTheDocument();
    await expect.element(panel.getByRole('switch')).not.toBeInTheDocument();
  });
});

describe('PromptPanel, opened on a change that is queued', () => {
  const queued = { content: 'Take eggs.\n\nBake it hot.', saveBase: 2 };
  const theirs = 'Take six eggs.\n\nBake it.';

  it('merges with a version of somebody else that took its number', async () => {
    storeSecond(theirs);
    await openPanel(queued);
    await content.fill('Take eggs.\n\nBake it very hot.');
    await update.click();
    await expect.element(merge.getByLabelText('Merged content')).toBeVisible();
    expect(backend.sent('PATCH', prompts)).toEqual([]);
  });

  it('says so when somebody else takes its number, and compares', async () => {
    const { client } = await openPanel(queued);
    await content.fill('Take eggs.\n\nBake it hot. Enjoy.');
    client.setQueryData(queryKeys.prompts.detail(id), {
      ...prompt,
      content: theirs,
      version: 2,
      saveBase: 2,
      updatedAt: '2026-01-02T00:00:00+00:00',
    });
    await panel.getByRole('button', { name: 'Compare' }).click();
    await expect.element(merge).toBeVisible();
  });

  it('saves over the queued change once that is stored', async () => {
    storeSecond(queued.content);
    const { onSaved } = await openPanel(queued);
    await content.fill('Take eggs.\n\nBake it very hot.');
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    expect(backend.sent('PATCH', prompts)[0]?.search.get('version')).toBe('eq.2');
  });
});

describe('PromptPanel, while the prompt changes elsewhere', () => {
  const newer = {
    ...prompt,
    content: 'Take six eggs.',
    version: 2,
    saveBase: 2,
    updatedAt: '2026-01-02T00:00:00+00:00',
  };
  const key = queryKeys.prompts.detail(id);

  it('follows until something is typed, and saves over the version that it shows', async () => {
    storeVersion(2, []);
    const { client, onSaved } = await openPanel();
    client.setQueryData(key, newer);
    await expect.element(content).toHaveTextContent('Take six eggs.');
    await panel.getByLabelText('Title').fill('Cake');
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const [sent] = backend.sent('PATCH', prompts);
    expect(sent?.body).toMatchObject({ title: 'Cake', content: 'Take six eggs.' });
  });

  it('keeps what was typed, and offers to compare', async () => {
    const { client } = await openPanel();
    await panel.getByLabelText('Title').fill('Cake');
    client.setQueryData(key, newer);
    await expect.element(panel.getByText(/^You changed this prompt in another tab/)).toBeVisible();
    await expect.element(panel.getByLabelText('Title')).toHaveValue('Cake');
    await expect.element(content).toHaveTextContent('Take eggs.Bake it.');
    await panel.getByRole('button', { name: 'Compare' }).click();
    await expect.element(merge).toBeVisible();
  });

  it('says who else is editing', async () => {
    const ben = '00000000-0000-4000-8000-0000000000c1';
    backend.on('GET', '/rest/v1/profiles', () => json([{ full_name: 'Ben', avatar_url: null }]));
    await openPanel();
    setOtherEditors(id, [ben]);
    await expect.element(panel.getByText('Ben is editing.')).toBeVisible();
    setOtherEditors(id, []);
    await expect.element(panel.getByText('Ben is editing.')).not.toBeInTheDocument();
  });

  it("says that the right to edit is lost, and saves what was typed in the user's own library", async () => {
    const team = '00000000-0000-4000-8000-0000000000a1';
    joinTeams([team, 'Writers', 'editor']);
    backend.on('POST', prompts, ({ body }) => json([body]));
    const { client, onSaved } = await openPanel({
      userId: 'ben',
      teamId: team,
      groupId: '00000000-0000-4000-8000-0000000000a2',
      isPublic: true,
    });
    await content.fill('Take six eggs.');
    const lost = panel.getByText(/^You can't edit this prompt any more/);
    await expect.element(lost).not.toBeInTheDocument();
    joinTeams([team, 'Writers', 'viewer']);
    await client.invalidateQueries({ queryKey: queryKeys.teams.all });
    await expect.element(lost).toBeVisible();
    await expect.element(content).toHaveTextContent('Take six eggs.');
    await panel.getByRole('button', { name: 'Save as a new prompt' }).click();
    await expect.poll(() => onSaved.mock.calls.length).toBe(1);
    expect(backend.sent('POST', prompts)[0]?.body).toMatchObject({
      content: 'Take six eggs.',
      team_id: null,
      group_id: null,
      is_public: false,
    });
    expect(backend.sent('PATCH', prompts)).toEqual([]);
  });
});

describe('PromptPanel, typing while a save runs', () => {
  const note = page.getByText("What you typed meanwhile isn't saved yet.");

  /** Presses Update, types on, and lets the server answer then. */
  async function typeWhileSaving() {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    storeVersion(1, []);
    backend.on('PATCH', prompts, () => promise);
    const screen = await openPanel();
    await content.fill('Take six eggs.');
    await panel.getByLabelText('Change description').fill('More eggs');
    await update.click();
    await expect.poll(() => backend.sent('PATCH', prompts).length).toBe(1);
    await content.fill('Take six eggs. And milk.');
    return {
      ...screen,
      answer: () => resolve(json([{ version: 2 }])),
      loseConnection: () => reject(new TypeError('Failed to fetch')),
    };
  }

  it('stays open with the new text, and saves it over the version that was saved', async () => {
    const { onSaved, answer } = await typeWhileSaving();
    answer();
    await expect.element(note).toBeVisible();
    await expect.element(content).toHaveTextContent('Take six eggs. And milk.');
    await expect.element(panel.getByLabelText('Change description')).toHaveValue('');
    expect(onSaved).not.toHaveBeenCalled();
    storeVersion(2, []);
    await update.click();
    await expect.poll(() => onSaved.mock.calls).toEqual([[id]]);
    const last = backend.sent('PATCH', prompts).at(-1);
    expect(last?.search.get('version')).toBe('eq.2');
    expect(last?.body).toMatchObject({ content: 'Take six eggs. And milk.' });
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('merges it when somebody else takes the number of the save, which was queued', async () => {
    const { loseConnection } = await typeWhileSaving();
    loseConnection();
    await expect.element(note).toBeVisible();
    for (const save of queuedSaves(session.user.id)) removeFromOutbox(session.user.id, save);
    storeSecond('Take eggs and flour.');
    await update.click();
    await expect.element(merge).toBeVisible();
    expect(backend.sent('PATCH', prompts)).toHaveLength(1);
  });

  it('offers the new text again when the panel was closed before the answer', async () => {
    const { onSaved, answer, unmount } = await typeWhileSaving();
    await unmount();
    answer();
    await expect.element(note).toBeVisible();
    expect(onSaved).not.toHaveBeenCalled();
    storeVersion(2, []);
    const second = await openPanel({ content: 'Take six eggs.', version: 2, saveBase: 2 });
    await panel.getByRole('button', { name: 'Continue' }).click();
    await expect.element(content).toHaveTextContent('Take six eggs. And milk.');
    await update.click();
    await expect.poll(() => second.onSaved.mock.calls).toEqual([[id]]);
    expect(backend.sent('PATCH', prompts).at(-1)?.search.get('version')).toBe('eq.2');
  });
});
