import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { ReceivedInvitations } from './received-invitations.tsx';

const list = '/rest/v1/rpc/my_team_invitations';
const sent = '/rest/v1/team_invitations';
const acceptance = '/rest/v1/rpc/accept_team_invitation';
const invitation = {
  id: 'i1',
  team_id: 't1',
  team_name: 'Writers',
  role: 'editor',
  inviter_name: 'Olga',
  created_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-15T00:00:00Z',
  member_role: null,
};

let accepted: string[];
let declined: number;
let switched: number;
beforeEach(() => {
  accepted = [];
  declined = 0;
  switched = 0;
  backend.on('GET', list, () => json([invitation]));
  backend.on('GET', sent, () => json([]));
});

const render = (linkedId: string | null = null) =>
  renderScreen(
    <ReceivedInvitations
      linkedId={linkedId}
      onAccepted={(teamId) => accepted.push(teamId)}
      onDeclined={() => {
        declined += 1;
      }}
      onSwitchAccount={() => {
        switched += 1;
      }}
    >
      <p>Your teams are here.</p>
    </ReceivedInvitations>,
    // Left by a link that leads elsewhere.
    '/',
  );

const rest = page.getByText('Your teams are here.');

describe('ReceivedInvitations', () => {
  it('accepts an invitation and opens the team', async () => {
    backend.on('POST', acceptance, () => json({}));
    await render('i1');
    await expect.element(page.getByText('Olga invites you to Writers as an editor.')).toBeVisible();
    await expect.element(rest).toBeVisible();
    await expect.element(page.getByText(/^You're signed in as/)).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Accept Writers' }).click();
    await expect.poll(() => accepted).toEqual(['t1']);
    expect(backend.sent('POST', acceptance)[0]?.body).toEqual({ id: 'i1' });
  });

  it('stays when the invitation was revoked meanwhile', async () => {
    backend.on('POST', acceptance, () =>
      refusal(404, 'PT404', 'There is no such invitation, or it is no longer open'),
    );
    await render();
    backend.on('GET', list, () => json([]));
    await page.getByRole('button', { name: 'Accept Writers' }).click();
    await expect.element(page.getByText(/invites you to/)).not.toBeInTheDocument();
    expect(accepted).toEqual([]);
  });

  it('declines after a question that says what follows', async () => {
    const refused = '/rest/v1/rpc/decline_team_invitation';
    backend.on('POST', refused, () => new Response(null, { status: 204 }));
    await render('i1');
    await page.getByRole('button', { name: 'Decline Writers' }).click();
    await expect
      .element(page.getByText("The team can't invite you again for 30 days."))
      .toBeVisible();
    backend.on('GET', list, () => json([]));
    await page.getByRole('button', { name: 'Decline', exact: true }).click();
    await expect.element(page.getByText(/invites you to/)).not.toBeInTheDocument();
    expect(backend.sent('POST', refused)[0]?.body).toEqual({ id: 'i1' });
    await expect.element(page.getByText('You declined the invitation to Writers')).toBeVisible();
    await expect.element(rest).toBeVisible();
    expect(declined).toBe(1);
  });

  it('tells a member which role they would get', async () => {
    backend.on('GET', list, () => json([{ ...invitation, member_role: 'viewer' }]));
    await render();
    await expect
      .element(page.getByText("Olga wants to make you an editor of Writers. You're a viewer now."))
      .toBeVisible();
    await expect.element(page.getByText(/Members see your name/)).not.toBeInTheDocument();
  });

  it('offers only to switch when the link is for another account', async () => {
    backend.on('GET', list, () => json([]));
    await render('i2');
    await expect
      .element(page.getByText(/^You're signed in as mary@cuebook\.example\./))
      .toBeVisible();
    await expect.element(rest).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Your teams' }))
      .toHaveAttribute('href', '/app/teams');
    await page.getByRole('button', { name: 'Switch account' }).click();
    expect(switched).toBe(1);
  });

  it('leads a member to the team by the link of an invitation that they accepted', async () => {
    backend.on('GET', list, () => json([]));
    backend.on('GET', sent, () => json([{ team: { id: 't1' } }]));
    const { currentPath } = await render('i1');
    await expect.poll(currentPath).toBe('/app/teams/t1');
  });
});
