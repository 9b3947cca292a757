import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { serveTeam } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { TeamView } from './team-view.tsx';

const teamId = '00000000-0000-4000-8000-00000000000a';
const ben = '00000000-0000-4000-8000-00000000000b';
const mary = session.user.id;

const showTeam = (role: string, own = {}) =>
  serveTeam([teamId, 'Writers', role], { prompts: 3, chains: 2, ...own });

function member(userId: string, name: string, role: string, accepted = role) {
  const profiles = { full_name: name, avatar_url: null };
  return { user_id: userId, role, accepted_role: accepted, created_at: '2026-01-01', profiles };
}

const actionsOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
const item = (name: string) => page.getByRole('menuitem', { name });
const render = () =>
  renderScreen(
    <TeamView
      teamId={teamId}
      onExport={() => undefined}
      onImport={() => undefined}
      newPromptButton={<button type="button">New Prompt</button>}
      renderGroups={() => null}
      renderPrompts={() => null}
      renderChains={() => null}
    />,
  );

beforeEach(() => {
  showTeam('owner');
  backend.on('GET', '/rest/v1/team_members', () =>
    json([member(mary, 'Mary', 'owner'), member(ben, 'Ben', 'viewer', 'editor')]),
  );
  backend.on('GET', '/rest/v1/prompts', () => json([]));
  backend.on('GET', '/rest/v1/team_invitations', () => json([]));
  backend.on('GET', '/rest/v1/team_links', () => json([]));
});

describe('TeamView', () => {
  it('says that the team could not be loaded, below the way back', async () => {
    backend.on('GET', '/rest/v1/teams', () => refusal(403, '42501', 'Not now'));
    await render();
    await expect.element(page.getByText('This team could not be loaded')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible();
  });

  it('shows a viewer the members, and no control to change them', async () => {
    showTeam('viewer');
    await render();
    await expect
      .element(page.getByText("You're a viewer · 2 members · 3 prompts and 2 chains"))
      .toBeVisible();
    await expect
      .element(page.getByRole('button', { name: 'Invite people' }))
      .not.toBeInTheDocument();
    await expect.element(page.getByText('Ben', { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('heading', { name: 'Invite people' }))
      .not.toBeInTheDocument();
    await expect.element(actionsOf('Ben')).not.toBeInTheDocument();
    await actionsOf('Writers').click();
    await expect.element(item('Leave team')).toBeVisible();
    await expect.element(item('Export')).toBeVisible();
    await expect.element(item('Import')).not.toBeInTheDocument();
    await expect.element(item('Rename')).not.toBeInTheDocument();
    await expect.element(item('Delete team')).not.toBeInTheDocument();
  });

  it('leads to the members, and owners to the form that invites people', async () => {
    await render();
    await expect
      .element(page.getByRole('link', { name: '2 members' }))
      .toHaveAttribute('href', '#members');
    await expect
      .element(page.getByRole('region', { name: 'Members' }))
      .toHaveAttribute('id', 'members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await expect.element(page.getByLabelText('Email')).toHaveFocus();
  });

  it('gives a role that the member accepted before at once', async () => {
    backend.on('PATCH', '/rest/v1/team_members', () => json([{ user_id: ben }]));
    await render();
    await actionsOf('Ben').click();
    await item('Make an editor').click();
    await expect
      .poll(() => backend.sent('PATCH', '/rest/v1/team_members')[0]?.body)
      .toEqual({
        role: 'editor',
      });
  });

  it('asks the member to accept more rights', async () => {
    backend.on('POST', '/rest/v1/rpc/invite_to_team', () =>
      refusal(409, 'PT409', 'There is an open invitation already'),
    );
    await render();
    await actionsOf('Ben').click();
    await item('Make an owner').click();
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.element(page.getByText('There is an open invitation already')).toBeVisible();
    expect(backend.sent('POST', '/rest/v1/rpc/invite_to_team')[0]?.body).toEqual({
      team_id: teamId,
      role: 'owner',
      user_id: ben,
    });
    expect(backend.sent('PATCH', '/rest/v1/team_members')).toEqual([]);
  });

  it('does not offer the last owner to leave or to give up the role', async () => {
    await render();
    await actionsOf('Mary').click();
    await expect.element(item('Make a viewer')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await actionsOf('Writers').click();
    await expect
      .element(item('Leave (needs another owner)'))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('says what stays behind before one leaves, and takes it along on request', async () => {
    showTeam('editor', { own_prompts: 2, own_chains: 1 });
    backend.on('POST', '/rest/v1/rpc/leave_team', () => new Response(null, { status: 204 }));
    await render();
    await actionsOf('Writers').click();
    await item('Leave team').click();
    await expect
      .element(page.getByText(/^2 prompts and 1 chain that you own are shared with this team\./))
      .toBeVisible();
    await page.getByLabelText('Take them out of the team').click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/leave_team')[0]?.body)
      .toEqual({
        team_id: teamId,
        take_prompts: true,
      });
  });

  it('says what a removed member leaves behind', async () => {
    backend.on('DELETE', '/rest/v1/team_members', () => json([{ user_id: ben }]));
    await render();
    await actionsOf('Ben').click();
    await item('Remove from team').click();
    await expect
      .element(
        page.getByText(
          /Prompts and chains that they own stay theirs, and stay shared with the team/,
        ),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect
      .poll(() => backend.sent('DELETE', '/rest/v1/team_members')[0]?.search.get('user_id'))
      .toBe(`eq.${ben}`);
  });

  it('no longer shows a member who left before they were removed', async () => {
    backend.on('DELETE', '/rest/v1/team_members', () => json([]));
    await render();
    await actionsOf('Ben').click();
    await item('Remove from team').click();
    backend.on('GET', '/rest/v1/team_members', () => json([member(mary, 'Mary', 'owner')]));
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.element(page.getByText('Ben', { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('keeps an address that was refused', async () => {
    backend.on('POST', '/rest/v1/rpc/invite_to_team', () =>
      refusal(429, 'PT429', 'You can invite 50 people a day. Try again tomorrow.'),
    );
    await render();
    const email = page.getByLabelText('Email');
    const invite = page.getByRole('button', { name: 'Invite' });
    await email.fill('ben');
    await invite.click();
    await expect.element(page.getByText('Enter an email address.')).toBeVisible();
    await email.fill('ben@example.com');
    await invite.click();
    await expect
      .element(page.getByText('You can invite 50 people a day. Try again tomorrow.'))
      .toBeVisible();
    await expect.element(email).toHaveValue('ben@example.com');
  });

  it('says what a deletion does to the prompts', async () => {
    backend.on('DELETE', '/rest/v1/teams', () => json([{ id: teamId }]));
    const { currentPath } = await render();
    await actionsOf('Writers').click();
    await item('Delete team').click();
    await expect
      .element(page.getByText(/Its 3 prompts and 2 chains stay with the people who own them/))
      .toBeVisible();
    await page.getByRole('button', { name: 'Delete team' }).click();
    await expect.poll(currentPath).toBe('/app/teams');
  });

  it('shows a new link once, and lists links with their uses', async () => {
    backend.on('GET', '/rest/v1/team_links', () =>
      json([
        { id: 'l1', role: 'viewer', uses: 2, max_uses: 5, expires_at: '2999-01-01T00:00:00Z' },
        { id: 'l2', role: 'editor', uses: 1, max_uses: 1, expires_at: '2999-01-01T00:00:00Z' },
      ]),
    );
    backend.on('POST', '/rest/v1/rpc/create_team_link', () => json('abc123'));
    backend.on('POST', '/rest/v1/rpc/revoke_team_link', () => new Response(null, { status: 204 }));
    await render();
    const links = page.getByRole('list', { name: 'Invitation links' });
    await expect
      .element(links.getByText('Used 2 of 5 times · open until 1 January 2999'))
      .toBeVisible();
    await expect.element(links.getByText('Used 1 of 1 time · used up')).toBeVisible();
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByLabelText('For', { exact: true }).selectOptions('Up to 25 people');
    await page.getByRole('button', { name: 'Create link' }).click();
    const shown = page.getByLabelText('Invitation link', { exact: true });
    await expect.element(shown).toHaveTextContent(`${location.origin}/app/teams/join#abc123`);
    expect(backend.sent('POST', '/rest/v1/rpc/create_team_link')[0]?.body).toEqual({
      team_id: teamId,
      role: 'viewer',
      max_uses: 25,
      valid_days: 7,
    });
    await page.getByRole('button', { name: 'Done' }).click();
    await expect.element(shown).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Revoke the link to join as a viewer' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect
      .poll(() => backend.sent('POST', '/rest/v1/rpc/revoke_team_link')[0]?.body)
      .toEqual({ id: 'l1' });
  });
});
