import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { buildChain, buildChainRow } from '#web/data/chains/testing/build-chain.ts';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams, serveTeam } from '#web/testing/serve-teams.ts';
import { MoveChainDialog } from './move-chain-dialog.tsx';

const writers = '00000000-0000-4000-8000-00000000000a';
const poets = '00000000-0000-4000-8000-00000000000b';
const dialog = page.getByRole('dialog', { name: 'Move “Launch” to a team' });
const choice = dialog.getByLabelText('Team');
const confirm = dialog.getByRole('button', { name: 'Move chain' });
const closed = vi.fn<(open: boolean) => void>();

function step(id: string, fields: object) {
  const prompt = { id, title: id, content: 'Text', tags: [], favorites: [], prompt_uses: [] };
  return {
    id,
    prompt_id: id,
    title: null,
    content: null,
    bindings: {},
    prompts: { ...prompt, deleted_at: null, is_public: false, team_id: null, ...fields },
  };
}

const render = (teamId: string | null, teamName: string | null) =>
  renderScreen(
    <MoveChainDialog
      chain={buildChain('Launch', { teamId, teamName })}
      open
      onOpenChange={closed}
    />,
  );

beforeEach(() => {
  closed.mockReset();
  joinTeams([writers, 'Writers', 'editor'], [poets, 'Poets', 'viewer']);
  serveTeam([writers, 'Writers', 'editor'], { members: 5 });
  backend.on('GET', '/rest/v1/chains', () =>
    json(
      buildChainRow('Launch', {
        chain_prompts: [
          step('Kept', {}),
          step('Shared', { team_id: writers }),
          step('Public', { is_public: true }),
        ],
      }),
    ),
  );
});

describe('MoveChainDialog', () => {
  it('says who will see the chain, and which of its prompts they cannot read', async () => {
    backend.on('PATCH', '/rest/v1/chains', () => json([{ id: 'c' }]));
    await render(null, null);
    await expect.element(choice.getByRole('option', { name: 'Poets' })).not.toBeInTheDocument();
    await choice.selectOptions('Writers');
    await expect
      .element(dialog.getByText(/^4 other members of Writers will see it\..*delete it for good/))
      .toBeVisible();
    await expect
      .element(dialog.getByText(/^Not shared with Writers: “Kept”\. Members who can't read/))
      .toBeVisible();
    await confirm.click();
    await expect.poll(() => closed.mock.calls).toEqual([[false]]);
    expect(backend.sent('PATCH', '/rest/v1/chains')[0]?.body).toEqual({ team_id: writers });
  });

  it('says who will no longer see a chain that leaves its team', async () => {
    backend.on('PATCH', '/rest/v1/chains', () => json([{ id: 'c' }]));
    await render(writers, 'Writers');
    await choice.selectOptions('My chains (no team)');
    await expect
      .element(
        dialog.getByText(/^Members of Writers will no longer see it\. From then on you alone/),
      )
      .toBeVisible();
    await confirm.click();
    await expect.poll(() => closed.mock.calls).toEqual([[false]]);
    expect(backend.sent('PATCH', '/rest/v1/chains')[0]?.body).toEqual({ team_id: null });
  });

  it('stays open when the server refuses', async () => {
    backend.on('PATCH', '/rest/v1/chains', () => refusal(403, '42501', 'Not in this team'));
    await render(poets, 'Poets');
    await expect.element(choice).toHaveDisplayValue('Poets');
    await choice.selectOptions('Writers');
    await confirm.click();
    await expect.element(page.getByText(/Not in this team/)).toBeVisible();
    expect(closed).not.toHaveBeenCalled();
  });
});
