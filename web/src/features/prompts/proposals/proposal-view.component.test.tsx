import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { proposalRow } from '#web/testing/proposal-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { ProposalView } from './proposal-view.tsx';

const id = '00000000-0000-4000-8000-00000000000a';
const promptId = '00000000-0000-4000-8000-00000000000b';
const ben = '00000000-0000-4000-8000-00000000000c';
const mary = session.user.id;
const baseContent = 'Write a letter.\n\nBe brief.\n\nSign it.\n';
const accepting = '/rest/v1/rpc/accept_proposal';

function showProposal(fields: object = {}) {
  backend.on('GET', '/rest/v1/proposals', () => json(proposalRow(fields)));
}

function showPrompt(fields: object = {}) {
  backend.on('GET', '/rest/v1/readable_prompts', () =>
    json(
      promptRow({ id: promptId, content: baseContent, tags: ['mail'], is_public: true, ...fields }),
    ),
  );
}

const render = () => renderScreen(<ProposalView id={id} />);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const change = (name: string) => page.getByRole('region', { name });

beforeEach(() => {
  showProposal();
  showPrompt();
  backend.on('GET', '/rest/v1/profiles', () => json({ full_name: 'Ben', avatar_url: null }));
  backend.on('GET', '/rest/v1/rpc/accepted_text', () => json([]));
  backend.on('GET', '/rest/v1/prompt_versions', () => json([]));
});

describe('ProposalView, for a reviewer', () => {
  it('calls nobody anonymous while names load', async () => {
    const { promise } = Promise.withResolvers<Response>();
    backend.on('GET', '/rest/v1/profiles', () => promise);
    showProposal({ state: 'accepted', answered_by: mary, accepted_version: 2 });
    await render();
    await expect
      .element(page.getByRole('heading', { name: 'Accepted by … as version 2' }))
      .toBeVisible();
    await expect.element(page.getByText('Anonymous')).not.toBeInTheDocument();
  });

  it('keeps the focused choice above the bar at the foot', async () => {
    const lines = Array.from({ length: 24 }, (_, index) => `Line ${index}.\n`);
    const changed = lines.map((line, index) => (index % 3 === 0 ? `New ${line}` : line));
    showPrompt({ content: lines.join('') });
    showProposal({ base_content: lines.join(''), content: changed.join('') });
    await page.viewport(800, 500);
    await render();
    await expect.element(page.getByText('Banks ask for it.')).toBeVisible();
    const bar = button('Edit first').element().closest('[data-foot]');
    const hidden = page
      .getByRole('radio', { name: 'Accept', exact: true })
      .elements()
      .filter((choice) => {
        (choice as HTMLElement).focus();
        const { bottom } = choice.closest('label')?.getBoundingClientRect() ?? { bottom: 0 };
        return bottom > (bar?.getBoundingClientRect().top ?? 0);
      });
    expect(hidden).toEqual([]);
  });

  it('shows all changes of the tags as one', async () => {
    showPrompt({ tags: ['one', 'two', 'three', 'mail'] });
    showProposal({ base_tags: ['one', 'two', 'three', 'mail'], tags: ['mail', 'bank'] });
    await render();
    const tags = change('Change 3 of 3, Tags');
    await expect.element(tags.getByText('three')).toBeVisible();
    await expect.element(tags.getByText('bank')).toBeVisible();
  });

  it('accepts the parts that were not left out', async () => {
    backend.on('POST', accepting, () => {
      showProposal({ state: 'accepted', answered_by: mary, accepted_version: 2 });
      showPrompt({ version: 2 });
      return json({});
    });
    await render();
    await expect.element(page.getByText('Banks ask for it.')).toBeVisible();
    await change('Change 1 of 2, Title').getByText('Leave out').click();
    await button('Accept 1 of 2 changes').click();
    await expect
      .element(page.getByRole('heading', { name: 'Accepted by Ben as version 2' }))
      .toHaveFocus();
    expect(backend.sent('POST', accepting)[0]?.body).toEqual({
      id,
      expected_version: 1,
      title: 'Letter',
      content: 'Write a letter.\n\nBe brief.\n\nSign it with a full name.\n',
      tags: ['mail'],
    });
  });

  it('asks which text to use where both changed, before it accepts', async () => {
    showPrompt({ version: 2, content: baseContent.replace('Sign it.', 'Sign by hand.') });
    backend.on('POST', accepting, () => json({}));
    await render();
    await button('Accept all changes').click();
    await expect.element(page.getByText('Choose which text to use.')).toBeVisible();
    expect(backend.sent('POST', accepting)).toEqual([]);
    await change('Change 2 of 2, Content').getByText('Both').click();
    await button('Accept all changes').click();
    await expect
      .poll(() => backend.sent('POST', accepting)[0]?.body)
      .toMatchObject({
        expected_version: 2,
        content: 'Write a letter.\n\nBe brief.\n\nSign it with a full name.\nSign by hand.\n',
      });
  });

  it('merges again and keeps the choices when the prompt has changed meanwhile', async () => {
    backend.on('POST', accepting, () => {
      showPrompt({ version: 2, content: baseContent.replace('Be brief.', 'Be very brief.') });
      return refusal(409, 'PT409', 'The prompt has been changed since it was loaded');
    });
    await render();
    await change('Change 1 of 2, Title').getByText('Leave out').click();
    await button('Accept 1 of 2 changes').click();
    await expect.element(page.getByText(/version 2 is the newest/)).toBeVisible();
    await expect
      .element(page.getByText('The prompt has been changed since it was loaded'))
      .toBeVisible();
    backend.on('POST', accepting, () => json({}));
    await button('Accept 1 of 2 changes').click();
    await expect
      .poll(() => backend.sent('POST', accepting)[1]?.body)
      .toMatchObject({
        expected_version: 2,
        title: 'Letter',
        content: 'Write a letter.\n\nBe very brief.\n\nSign it with a full name.\n',
      });
  });

  it('accepts an edited text, and keeps it when somebody else answers first', async () => {
    backend.on('POST', accepting, () => {
      showProposal({ state: 'declined', answered_by: ben, reason: 'Too formal' });
      return refusal(409, 'PT409', 'This proposal was already declined');
    });
    await render();
    await button('Edit first').click();
    await expect.element(page.getByLabelText('Title')).toHaveValue('Formal letter');
    await page.getByLabelText('Title').fill('Very formal letter');
    await button('Accept this text').click();
    await expect.element(page.getByText(/Your text is still here, to copy/)).toBeVisible();
    await expect.element(page.getByText('Too formal')).toBeVisible();
    await expect.element(page.getByLabelText('Title')).toHaveValue('Very formal letter');
    await expect.element(button('Accept this text')).not.toBeInTheDocument();
  });

  it('keeps what was typed while an edited text was accepted', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    backend.on('POST', accepting, () => promise);
    await render();
    await button('Edit first').click();
    const title = page.getByLabelText('Title');
    await title.fill('Very formal letter');
    await button('Accept this text').click();
    await expect.poll(() => backend.sent('POST', accepting).length).toBe(1);
    await title.fill('Very formal letter to a bank');
    showProposal({ state: 'accepted', answered_by: mary, accepted_version: 2 });
    showPrompt({ version: 2 });
    resolve(json({}));
    await expect.element(page.getByText(/still here, to copy/)).toBeVisible();
    await expect.element(title).toHaveValue('Very formal letter to a bank');
  });

  it("edits and accepts nothing while the reviewer's own changes are queued", async () => {
    const { client } = await render();
    await expect.element(button('Edit first')).toBeVisible();
    const key = queryKeys.prompts.detail(promptId);
    const setQueued = (fields: object) =>
      client.setQueryData<PromptDetail>(key, (before) => before && { ...before, ...fields });
    const waiting = page.getByText(/^Your own changes of this prompt are still waiting/);
    setQueued({ title: 'Short letter', saveBase: 2 });
    await expect.element(page.getByText('Short letter').first()).toBeVisible();
    await button('Edit first').click();
    await expect.element(waiting).toBeVisible();
    setQueued({ title: 'Letter', saveBase: 1 });
    await expect.element(waiting).not.toBeInTheDocument();
    await button('Edit first').click();
    await expect.element(page.getByLabelText('Title')).toHaveValue('Formal letter');
    setQueued({ title: 'Short letter', saveBase: 2 });
    await expect.element(page.getByText('Short letter').first()).toBeVisible();
    await button('Accept this text').click();
    await expect.element(waiting).toBeVisible();
    expect(backend.sent('POST', accepting)).toEqual([]);
  });

  it('keeps an edited text, and says so, when the right to answer is lost', async () => {
    const team = '00000000-0000-4000-8000-00000000000d';
    const showRole = (role: string) => joinTeams([team, 'Writers', role]);
    showPrompt({ user_id: ben, team_id: team });
    showRole('editor');
    const { client } = await render();
    await button('Edit first').click();
    await page.getByLabelText('Title').fill('Very formal letter');
    showRole('viewer');
    await client.invalidateQueries({ queryKey: queryKeys.teams.all });
    await expect.element(page.getByText(/^You can't answer this proposal any more/)).toBeVisible();
    await expect.element(page.getByLabelText('Title')).toHaveValue('Very formal letter');
    await expect.element(button('Accept this text')).not.toBeInTheDocument();
  });

  it('declines with a reason', async () => {
    const declining = '/rest/v1/rpc/decline_proposal';
    backend.on('POST', declining, () => {
      showProposal({ state: 'declined', answered_by: mary, reason: 'Too formal' });
      return json({});
    });
    await render();
    await button('Decline…').click();
    await page.getByLabelText('Reason').fill('Too formal');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByRole('heading', { name: 'Declined by Ben' })).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(backend.sent('POST', declining)[0]?.body).toEqual({ id, reason: 'Too formal' });
  });
});

describe('ProposalView, for its author', () => {
  beforeEach(() => {
    showProposal({ author_id: mary });
    showPrompt({ user_id: ben });
  });

  it('withdraws an open proposal, and has no control to accept it', async () => {
    backend.on('POST', '/rest/v1/rpc/withdraw_proposal', () => {
      showProposal({ author_id: mary, state: 'withdrawn' });
      return new Response(null, { status: 204 });
    });
    await render();
    await expect
      .element(page.getByRole('heading', { name: 'Waiting for an answer' }))
      .toBeVisible();
    await expect.element(button(/^Accept/)).not.toBeInTheDocument();
    await button('Withdraw').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'Withdrawn by its author' }))
      .toBeVisible();
  });

  it('shows what was accepted instead of the proposed text', async () => {
    showProposal({ author_id: mary, state: 'accepted', answered_by: ben, accepted_version: 2 });
    showPrompt({ user_id: ben, version: 3 });
    backend.on('GET', '/rest/v1/rpc/accepted_text', () =>
      json([
        {
          version: 2,
          title: 'Formal letter',
          content: 'Write two letters.\n',
          description: null,
          tags: ['mail'],
        },
      ]),
    );
    await render();
    await expect
      .element(page.getByRole('heading', { name: 'Accepted with changes' }))
      .toBeVisible();
    await expect.element(page.getByText('Write two letters.')).toBeVisible();
  });
});

it('says when there is no such proposal', async () => {
  backend.on('GET', '/rest/v1/proposals', () => json([]));
  await render();
  await expect
    .element(page.getByText("This proposal doesn't exist, or you can't see it."))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All proposals' })).toBeVisible();
});
