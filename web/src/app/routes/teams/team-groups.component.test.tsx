import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TeamRole } from '#web/data/teams/team-role.ts';
import { buildTeam } from '#web/data/teams/testing/build-team.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { groupRow } from '#web/testing/group-row.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TeamGroups } from './team-groups.tsx';

const teamId = '00000000-0000-4000-8000-00000000000a';
const groups = '/rest/v1/groups';
const deleted = '/rest/v1/rpc/deleted_groups';

/** The role of the user, as the server has it. */
let role: TeamRole;

const render = (initialRole: TeamRole) => {
  role = initialRole;
  return renderScreen(<TeamGroups team={buildTeam(teamId, role)} />);
};

beforeEach(() => {
  backend.on('GET', '/rest/v1/team_members', () =>
    json([{ team_id: teamId, role, teams: { name: 'Writers' } }]),
  );
  backend.on('GET', groups, () =>
    json([groupRow('Launch', { id: 'launch', team_id: teamId, prompts: [{ count: 3 }] })]),
  );
  backend.on('POST', deleted, () =>
    json([
      {
        id: 'old',
        name: 'Old',
        deleted_at: new Date().toISOString(),
        prompt_count: 2,
        group_count: 0,
      },
    ]),
  );
});

describe('TeamGroups', () => {
  it('shows a viewer the groups, and no control to change them', async () => {
    await render('viewer');
    await expect.element(page.getByRole('link', { name: 'Launch' })).toBeVisible();
    expect(backend.sent('GET', groups)[0]?.search.get('team_id')).toBe(`eq.${teamId}`);
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
    expect(backend.sent('POST', deleted)).toEqual([]);
  });

  it('lets an editor create a group of the team, and change those that are there', async () => {
    backend.on('POST', groups, () => json({ id: 'new' }, 201));
    await render('editor');
    await expect.element(page.getByRole('button', { name: 'Actions for Launch' })).toBeVisible();
    await page.getByRole('button', { name: 'New Group' }).click();
    const panel = page.getByRole('dialog', { name: 'Create New Group' });
    await panel.getByLabelText('Name').fill('Mail');
    await panel.getByLabelText('Description').fill('Letters');
    await panel.getByRole('button', { name: 'Create Group' }).click();
    await expect
      .poll(() => backend.sent('POST', groups)[0]?.body)
      .toEqual({
        name: 'Mail',
        description: 'Letters',
        parent_id: null,
        team_id: teamId,
      });
  });

  it('keeps what an editor typed when they become a viewer, and says that it cannot be saved', async () => {
    const { client } = await render('editor');
    await page.getByRole('button', { name: 'New Group' }).click();
    const panel = page.getByRole('dialog', { name: 'Create New Group' });
    await panel.getByLabelText('Description').fill('Letters to customers');
    role = 'viewer';
    await client.invalidateQueries();
    await expect.element(panel.getByText(/^Only owners and editors of the team/)).toBeVisible();
    await expect.element(panel.getByLabelText('Description')).toHaveValue('Letters to customers');
    await expect
      .element(panel.getByRole('button', { name: 'Create Group' }))
      .not.toBeInTheDocument();
  });

  it('keeps an edited group open when its editor becomes a viewer', async () => {
    const { client } = await render('editor');
    await page.getByRole('button', { name: 'Actions for Launch' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const panel = page.getByRole('dialog', { name: 'Edit Group' });
    await panel.getByLabelText('Name').fill('Launch in May');
    role = 'viewer';
    await client.invalidateQueries();
    await expect.element(panel.getByText(/^Only owners and editors of the team/)).toBeVisible();
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Launch in May');
  });

  it('lets an editor restore deleted groups of the team', async () => {
    backend.on('PATCH', groups, () => json([{ updated_at: '2026-01-01T00:00:00+00:00' }]));
    await render('editor');
    await page.getByText('Recently deleted groups (1)').click();
    expect(backend.sent('POST', deleted)[0]?.body).toEqual({ of_team: teamId });
    await page.getByRole('button', { name: 'Restore group Old' }).click();
    await expect.element(page.getByText('“Old” restored with 2 prompts')).toBeVisible();
  });

  it('says what groups are for when there are none', async () => {
    backend.on('GET', groups, () => json([]));
    await render('owner');
    await expect
      .element(page.getByText('Groups order the prompts of this team. All members see them.'))
      .toBeVisible();
  });
});
