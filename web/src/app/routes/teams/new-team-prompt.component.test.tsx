import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queryKeys } from '#web/data/query-keys.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { serveTeam } from '#web/testing/serve-teams.ts';
import { session } from '#web/testing/session.ts';
import { Component as Teams } from './teams.tsx';

const teamId = '00000000-0000-4000-8000-00000000000a';
const prompts = '/rest/v1/prompts';
const newPrompt = page.getByRole('button', { name: 'New Prompt' });

function showTeam(role: string) {
  serveTeam([teamId, 'Writers', role]);
  backend.on('GET', '/rest/v1/team_members', () =>
    json([
      {
        team_id: teamId,
        user_id: session.user.id,
        role,
        accepted_role: role,
        teams: { name: 'Writers' },
      },
    ]),
  );
}

beforeEach(async () => {
  await page.viewport(1000, 800);
  for (const table of ['prompts', 'groups', 'chains', 'team_invitations', 'team_links']) {
    backend.on('GET', `/rest/v1/${table}`, () => json([]));
  }
  backend.on('POST', '/rest/v1/rpc/deleted_groups', () => json([]));
  backend.on('POST', '/rest/v1/rpc/count_prompts', () => json(0));
});

it("writes a prompt of the team on the team's page, and says who sees it", async () => {
  showTeam('editor');
  backend.on('POST', prompts, () => json([{ id: 'new' }], 201));
  const { unmount } = await renderScreen(<Teams />, '/app/teams/:id', `/app/teams/${teamId}`);
  await newPrompt.click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await expect
    .element(
      panel.getByText('Members of its team see the prompt. Owners and editors can change it.'),
    )
    .toBeVisible();
  await panel.getByLabelText('Title').fill('Letter');
  await panel.getByLabelText('Content').fill('Write a letter');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect
    .poll(() => backend.sent('POST', prompts)[0]?.body)
    .toMatchObject({ title: 'Letter', team_id: teamId, group_id: null });
  await expect.element(panel).not.toBeInTheDocument();
  await unmount();
});

it('says that the right to add prompts is lost, and saves what was typed to My prompts', async () => {
  showTeam('editor');
  backend.on('POST', prompts, () => json([{ id: 'new' }], 201));
  const { client } = await renderScreen(<Teams />, '/app/teams/:id', `/app/teams/${teamId}`);
  await newPrompt.click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabelText('Title').fill('Letter');
  await panel.getByLabelText('Content').fill('Write a letter');
  showTeam('viewer');
  await client.invalidateQueries({ queryKey: queryKeys.teams.all });
  await expect
    .element(panel.getByText(/^Only owners and editors add prompts to this team/))
    .toBeVisible();
  await panel.getByRole('button', { name: 'Save to My prompts' }).click();
  await expect
    .poll(() => backend.sent('POST', prompts)[0]?.body)
    .toMatchObject({ content: 'Write a letter', team_id: null });
});

it('says why the server refuses the prompt, before the page knows that the right is lost', async () => {
  showTeam('editor');
  backend.on('POST', prompts, () =>
    refusal(403, '42501', 'new row violates row-level security policy for table "prompts"'),
  );
  await renderScreen(<Teams />, '/app/teams/:id', `/app/teams/${teamId}`);
  await newPrompt.click();
  const panel = page.getByRole('dialog', { name: 'Create New Prompt' });
  await panel.getByLabelText('Title').fill('Letter');
  await panel.getByLabelText('Content').fill('Write a letter');
  await panel.getByRole('button', { name: 'Create Prompt' }).click();
  await expect
    .element(page.getByText(/^Failed to create prompt: Only owners and editors add prompts/))
    .toBeVisible();
  await expect
    .element(panel.getByText(/^Only owners and editors add prompts to this team/))
    .toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Save to My prompts' })).toBeVisible();
});

it('offers viewers of the team no new prompt', async () => {
  showTeam('viewer');
  await renderScreen(<Teams />, '/app/teams/:id', `/app/teams/${teamId}`);
  await expect.element(page.getByText(/^You're a viewer/)).toBeVisible();
  await expect.element(newPrompt).not.toBeInTheDocument();
});
