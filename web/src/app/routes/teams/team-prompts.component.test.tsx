import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryKeys } from '#web/data/query-keys.ts';
import { teamPromptsKey } from '#web/data/teams/team-prompts.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { promptRow } from '#web/testing/prompt-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { serveTeam } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { LibraryList } from '../library-list.tsx';
import { Component as Teams } from './teams.tsx';

const teamId = '00000000-0000-4000-8000-00000000000a';
const prompts = '/rest/v1/prompts';
const matching = '/rest/v1/rpc/matching_prompts';
const rights = '/rest/v1/rpc/rights_to_prompts';
const mary = session.user.id;

const idOf = (number: number) => `00000000-0000-4000-8000-${`${number}`.padStart(12, '0')}`;
const row = (number: number, owner = 'ben') => ({
  ...promptRow({ id: idOf(number), title: `Letter ${number}`, user_id: owner, team_id: teamId }),
  groups: null,
});

function showRole(role: string, count = 3) {
  serveTeam([teamId, 'Writers', role], { prompts: count, own_prompts: 1 });
  backend.on('GET', '/rest/v1/team_members', () =>
    json([
      { team_id: teamId, user_id: mary, role, accepted_role: role, teams: { name: 'Writers' } },
    ]),
  );
}

/** Renders the whole page of the team, whose role decides what it offers. */
const renderPage = () => renderScreen(<Teams />, '/app/teams/:id', `/app/teams/${teamId}`);
const renderList = () =>
  renderScreen(
    <LibraryList
      teamId={teamId}
      label="Prompts"
      isEmpty={false}
      mayEdit
      toPrompt={(id) => `/app/prompts/${id}`}
      emptyAction={null}
    />,
  );
const link = (name: string) => page.getByRole('link', { name, exact: true });
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const select = page.getByRole('button', { name: 'Select', exact: true });
const bar = page.getByRole('region', { name: 'Selection' });

async function more(item: string) {
  await bar.getByRole('button', { name: 'More actions for the selection' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function selectAllThree() {
  await select.click();
  for (const number of [1, 2, 3]) await box(`Letter ${number}`).click();
  await expect.element(bar.getByText('3 prompts selected')).toBeVisible();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  for (const table of ['groups', 'chains', 'team_invitations', 'team_links']) {
    backend.on('GET', `/rest/v1/${table}`, () => json([]));
  }
  backend.on('POST', '/rest/v1/rpc/deleted_groups', () => json([]));
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(3));
  backend.on('POST', '/rest/v1/rpc/my_tags', () => json([{ tag: 'mail', prompts: 2 }]));
  backend.on('GET', prompts, () => json([row(1), row(2), row(3, mary)]));
  showRole('editor');
});

// A selection is kept for those who come back to the page.
afterEach(async () => {
  while (bar.query() !== null) {
    await userEvent.keyboard('{Escape}');
  }
});

describe("a team's prompts", () => {
  it('are listed page by page on request, and a failure can be tried again', async () => {
    const first = Array.from({ length: 50 }, (_, number) => row(number));
    backend.on('GET', prompts, () => json(first));
    await renderList();
    await expect.element(link('Letter 1')).toBeVisible();
    const next = page.getByRole('button', { name: 'Load more' });
    backend.on('GET', prompts, () => refusal(500, 'XX000', 'Broken'));
    await next.click();
    await expect.element(page.getByText('More prompts could not be loaded.')).toBeVisible();
    backend.on('GET', prompts, () => json([row(50)]));
    await next.click();
    await expect.element(next).not.toBeInTheDocument();
    expect(backend.sent('GET', prompts)[0]?.search.get('team_id')).toBe(`eq.${teamId}`);
  });

  it('are searched, sorted, counted and filtered in the team alone', async () => {
    const search = '/rest/v1/rpc/search_prompts';
    const byTitle = '/rest/v1/rpc/prompts_by_title';
    backend.on('POST', search, () => json([]));
    backend.on('POST', byTitle, () => json([row(2)]));
    await renderList();
    const scope = `team:${teamId}`;
    await page.getByLabelText('Sort').selectOptions('Title');
    await expect.element(link('Letter 2')).toBeVisible();
    expect(backend.sent('POST', byTitle)[0]?.body).toMatchObject({ scope });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabelText('Tag').selectOptions('mail');
    expect(backend.sent('POST', '/rest/v1/rpc/my_tags')[0]?.body).toEqual({ of_team: teamId });
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByText('No prompts match “tag:mail” in this team')).toBeVisible();
    expect(backend.sent('POST', search)[0]?.body).toMatchObject({ query: 'tag:mail', scope });
    expect(backend.sent('POST', '/rest/v1/rpc/count_prompts').at(-1)?.body).toMatchObject({
      query: 'tag:mail',
      scope,
    });
    await page.getByRole('button', { name: 'Clear search' }).last().click();
    await expect.element(link('Letter 2')).toBeVisible();
  });

  it('show a viewer copy and star, and no control to select or change them', async () => {
    showRole('viewer');
    await renderPage();
    await expect.element(page.getByRole('button', { name: 'Copy Letter 1' })).toBeInTheDocument();
    await expect.element(page.getByLabelText('Search this team')).toBeVisible();
    await userEvent.keyboard('{Control>}a{/Control}');
    for (const name of [/^Select/, 'Manage tags', 'More actions for Letter 1']) {
      await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
    }
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
    expect(backend.sent('POST', matching)).toEqual([]);
  });

  it('offer nothing to select while there are none', async () => {
    showRole('editor', 0);
    backend.on('GET', prompts, () => json([]));
    await renderPage();
    await expect.element(page.getByText('No prompts are shared with this team.')).toBeVisible();
    await expect.element(select).not.toBeInTheDocument();
  });
});

describe("the selection of a team's prompts", () => {
  it('takes all matches of the search in the team, loaded or not', async () => {
    backend.on('POST', matching, () => json([idOf(1), idOf(2), idOf(3), idOf(4)]));
    await renderList();
    await select.click();
    await bar.getByRole('button', { name: 'Select all' }).click();
    await expect.element(bar.getByText('4 prompts selected')).toBeVisible();
    await expect.element(box('Letter 3')).toBeChecked();
    expect(backend.sent('POST', matching)[0]?.body).toEqual({ query: '', of_team: teamId });
    const all = bar.getByRole('button', { name: 'Select all' });
    await expect.element(all).toBeDisabled();
    await expect.element(all).toHaveFocus();
    await box('Letter 3').click();
    await expect.element(all).toBeEnabled();
  });

  it('ends at once for an editor who becomes a viewer', async () => {
    const { client } = await renderPage();
    await selectAllThree();
    showRole('viewer');
    await client.invalidateQueries({ queryKey: queryKeys.teams.all });
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(link('Letter 1')).toBeVisible();
    await expect.element(select).not.toBeInTheDocument();
  });

  it('stays when team mates add and remove prompts', async () => {
    const { client } = await renderList();
    await selectAllThree();
    backend.on('GET', prompts, () => json([row(9), row(1), row(3, mary)]));
    await client.invalidateQueries({ queryKey: teamPromptsKey(teamId) });
    await expect.element(box('Letter 9')).not.toBeChecked();
    await expect.element(box('Letter 1')).toBeChecked();
    await expect.element(bar.getByText('3 prompts selected')).toBeVisible();
  });

  it('is moved to a group of the team, and the toast says what was left out', async () => {
    const move = '/rest/v1/rpc/move_prompts';
    backend.on('GET', '/rest/v1/groups', () =>
      json([groupRow('Mail', { id: 'g', team_id: teamId })]),
    );
    backend.on('POST', move, () => json({ [idOf(1)]: 2, [idOf(2)]: 2 }));
    await renderList();
    await selectAllThree();
    await bar.getByRole('button', { name: 'Move' }).click();
    await page.getByLabelText('Group', { exact: true }).selectOptions('Mail');
    await page.getByRole('button', { name: 'Move 3 prompts' }).click();
    await expect
      .element(
        page.getByText(
          "2 of 3 prompts moved to “Mail”. The other one needed no change, or you can't change it any more.",
        ),
      )
      .toBeVisible();
    expect(backend.sent('POST', move)[0]?.body).toEqual({
      ids: [idOf(1), idOf(2), idOf(3)],
      to_group: 'g',
    });
  });

  it('is tagged without prompts that are changed by proposals only', async () => {
    const tag = '/rest/v1/rpc/tag_prompts';
    backend.on('POST', rights, () => json({ own_ids: [idOf(3)], proposal_ids: [idOf(2)] }));
    backend.on('POST', tag, () => json({ [idOf(1)]: 2, [idOf(3)]: 2 }));
    await renderList();
    await selectAllThree();
    await bar.getByRole('button', { name: 'Tag' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the tags of 2 prompts' });
    await expect
      .element(
        dialog.getByText(/One that is released is left out: its team changes it by proposals only/),
      )
      .toBeVisible();
    await dialog.getByLabelText('Add tags').fill('new');
    await dialog.getByRole('button', { name: 'Change 2 prompts' }).click();
    await expect.element(page.getByText('2 prompts retagged')).toBeVisible();
    expect(backend.sent('POST', tag)[0]?.body).toMatchObject({ ids: [idOf(1), idOf(3)] });
  });

  it.each([
    ['Delete…', /^Delete 1 prompt/, 'deletes a prompt', 'set_prompts_deleted', [idOf(3)]],
    [
      'Make private…',
      'Make private',
      'makes a prompt private',
      'publish_prompts',
      { [idOf(3)]: 2 },
    ],
    ['Make public…', 'Make public', 'makes a prompt public', 'publish_prompts', { [idOf(3)]: 2 }],
    [
      'Move out of the team…',
      'Move 1 prompt',
      'moves a prompt out of the team',
      'move_prompts_to_team',
      { [idOf(3)]: 2 },
    ],
  ] as const)(
    'says before "%s" that this is for own prompts, and changes only those',
    async (item, confirm, rule, name, response) => {
      backend.on('POST', rights, () => json({ own_ids: [idOf(3)], proposal_ids: [] }));
      backend.on('POST', '/rest/v1/rpc/teams_of_prompts', () => json([]));
      backend.on('POST', `/rest/v1/rpc/${name}`, () => json(response));
      await renderList();
      await selectAllThree();
      await more(item);
      await expect
        .element(
          page.getByText(
            `1 of the 3 prompts is yours. Only its owner ${rule}, so the others stay as they are.`,
          ),
        )
        .toBeVisible();
      const dialog = page.getByRole(item.startsWith('Move') ? 'dialog' : 'alertdialog');
      await dialog.getByRole('button', { name: confirm }).click();
      await expect.element(dialog).not.toBeInTheDocument();
      expect(backend.sent('POST', `/rest/v1/rpc/${name}`)[0]?.body).toMatchObject({
        ids: [idOf(3)],
      });
    },
  );

  it("can't be deleted where none of the prompts is the person's", async () => {
    await renderList();
    await selectAllThree();
    await more('Delete…');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 prompts?' });
    await expect
      .element(dialog.getByText('None of these prompts is yours. Only its owner deletes a prompt.'))
      .toBeVisible();
    await expect.element(dialog.getByText(/You can restore them/)).not.toBeInTheDocument();
    await expect.element(dialog.getByRole('button', { name: 'Delete 3 prompts' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it("becomes copies in the person's library, and is exported with the team's groups", async () => {
    const duplicate = '/rest/v1/rpc/duplicate_prompts';
    backend.on('POST', duplicate, () => json(['a', 'b', 'c']));
    await renderList();
    await selectAllThree();
    await more('Copy to My prompts');
    await expect.element(page.getByText('3 prompts copied to My prompts')).toBeVisible();
    expect(backend.sent('POST', duplicate)[0]?.body).toEqual({ ids: [idOf(1), idOf(2), idOf(3)] });
    await more('Export…');
    await page
      .getByRole('dialog', { name: 'Export 3 prompts' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect.element(bar).toBeVisible();
  });
});
