import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import type { TeamRole } from '#web/data/teams/team-role.ts';
import { buildTeam } from '#web/data/teams/testing/build-team.ts';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { TeamChains } from './team-chains.tsx';

const teamId = '00000000-0000-4000-8000-00000000000a';
const menu = page.getByRole('button', { name: 'Actions for Launch' });
const newChain = page.getByRole('link', { name: 'New Chain' });
const item = (name: string) => page.getByRole('menuitem', { name });
const ofTeam = { team_id: teamId, teams: { name: 'Writers' } };

function render(role: TeamRole, chainCount = 1) {
  return renderScreen(<TeamChains team={buildTeam(teamId, role, chainCount)} />);
}

beforeEach(() =>
  backend.on('GET', '/rest/v1/chains', () => json([buildChainRow('Launch', ofTeam)])),
);

describe('TeamChains', () => {
  it('shows a viewer the chains of the team, and no control to change them', async () => {
    await render('viewer');
    await expect.element(page.getByRole('link', { name: 'View Chain: Launch' })).toBeVisible();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(newChain).not.toBeInTheDocument();
    expect(backend.sent('GET', '/rest/v1/chains')[0]?.search.get('team_id')).toBe(`eq.${teamId}`);
  });

  it("lets an editor change and delete a member's chain, and leaves the team to its author", async () => {
    await render('editor');
    await expect.element(newChain).toHaveAttribute('href', `/app/chains/create?team=${teamId}`);
    await menu.click();
    await expect.element(item('Edit Chain')).toBeVisible();
    await expect.element(item('Move to team…')).not.toBeInTheDocument();
    await item('Delete Chain').click();
    await expect.element(page.getByText('All members of Writers lose it.')).toBeVisible();
  });

  it('shows no placeholders for a team without chains', async () => {
    const { promise } = Promise.withResolvers<Response>();
    backend.on('GET', '/rest/v1/chains', () => promise);
    await render('viewer', 0);
    await expect.element(page.getByText('This team has no chains.')).toBeVisible();
    await expect.element(page.getByText('Loading chains...')).not.toBeInTheDocument();
  });

  it('lets its author move a chain', async () => {
    const own = { ...ofTeam, user_id: session.user.id };
    backend.on('GET', '/rest/v1/chains', () => json([buildChainRow('Launch', own)]));
    await render('editor');
    await menu.click();
    await expect.element(item('Move to team…')).toBeVisible();
  });

  it('says that there are none', async () => {
    backend.on('GET', '/rest/v1/chains', () => json([]));
    await render('viewer');
    await expect.element(page.getByText('This team has no chains.')).toBeVisible();
  });
});
