import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { JoinTeam } from './join-team.tsx';

const look = '/rest/v1/rpc/team_link';
const acceptance = '/rest/v1/rpc/accept_team_link';
const opened = {
  team_id: 't1',
  team_name: 'Writers',
  role: 'editor',
  inviter_name: 'Olga',
  expires_at: '2026-01-15T00:00:00Z',
  member_role: null,
};
const closed = () => refusal(404, 'PT404', 'This link is not valid, or no longer open');
const closedText = page.getByText('This link is not valid, or no longer open.');

async function open(token = 'abc') {
  const joined: string[] = [];
  let switched = 0;
  await renderScreen(
    <JoinTeam
      token={token}
      onJoined={(id) => joined.push(id)}
      onSwitchAccount={() => {
        switched += 1;
      }}
    />,
  );
  return { joined, switched: () => switched };
}

describe('JoinTeam', () => {
  it('says who invites to what, and joins', async () => {
    backend.on('POST', look, () => json([opened]));
    backend.on('POST', acceptance, () => json({}));
    const { joined } = await open();
    await expect.element(page.getByText('Olga invites you to Writers as an editor.')).toBeVisible();
    await expect.element(page.getByText("You're signed in as mary@cuebook.example.")).toBeVisible();
    await page.getByRole('button', { name: 'Join team' }).click();
    await expect.poll(() => joined).toEqual(['t1']);
    expect(backend.sent('POST', acceptance)[0]?.body).toEqual({ token: 'abc' });
  });

  it('says so when somebody else took the last use', async () => {
    backend.on('POST', look, () => json([opened]));
    backend.on('POST', acceptance, closed);
    const { joined } = await open();
    const join = page.getByRole('button', { name: 'Join team' });
    await expect.element(join).toBeVisible();
    backend.on('POST', look, closed);
    await join.click();
    await expect.element(closedText).toBeVisible();
    expect(joined).toEqual([]);
  });

  it('offers another account when the link is closed', async () => {
    backend.on('POST', look, closed);
    const { switched } = await open();
    await expect.element(closedText).toBeVisible();
    await page.getByRole('button', { name: 'Switch account' }).click();
    expect(switched()).toBe(1);
  });

  it('leads a member to the team', async () => {
    backend.on('POST', look, () => json([{ ...opened, member_role: 'owner' }]));
    await open();
    await expect.element(page.getByText("You're a member of Writers already.")).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open team' }))
      .toHaveAttribute('href', '/app/teams/t1');
    await expect.element(page.getByRole('button', { name: 'Join team' })).not.toBeInTheDocument();
  });

  it('tells a member which role they would get', async () => {
    backend.on('POST', look, () => json([{ ...opened, member_role: 'viewer' }]));
    await open();
    await expect
      .element(page.getByText("Olga wants to make you an editor of Writers. You're a viewer now."))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Accept' })).toBeVisible();
  });

  it('asks for the link when its token did not come along', async () => {
    await open('');
    await expect.element(page.getByText('Open the invitation link again')).toBeVisible();
  });
});
