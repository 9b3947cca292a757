import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json, refusal } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { joinTeams, serveTeam } from '#web/testing/serve-teams.ts';
import TeamDialog from './team-dialog.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';

const writers = '00000000-0000-4000-8000-00000000000a';
const poets = '00000000-0000-4000-8000-00000000000b';
const move = '/rest/v1/rpc/move_prompts_to_team';
const dialog = page.getByRole('dialog', { name: 'Move 3 prompts' });
const confirm = dialog.getByRole('button', { name: 'Move 3 prompts' });
const closed = vi.fn<(open: boolean) => void>();

function Screen() {
  const { run } = useBulkChanges();
  return <TeamDialog open onOpenChange={closed} ids={['p1', 'p2', 'p3']} teamId={null} run={run} />;
}

beforeEach(() => {
  closed.mockReset();
  joinTeams([writers, 'Writers', 'editor'], [poets, 'Poets', 'viewer']);
  serveTeam([writers, 'Writers', 'editor'], { members: 5 });
  backend.on('POST', '/rest/v1/rpc/teams_of_prompts', () =>
    json([
      { team_id: poets, team_name: 'Poets', prompts: 1 },
      { team_id: 'gone', team_name: null, prompts: 2 },
    ]),
  );
  backend.on('GET', '/rest/v1/prompts', () => json([]));
});

describe('TeamDialog', () => {
  it('moves nothing that would stay where it is', async () => {
    backend.on('POST', '/rest/v1/rpc/teams_of_prompts', () => json([]));
    await renderScreen(<Screen />);
    await expect.element(confirm).toBeDisabled();
    await dialog.getByLabelText('Team').selectOptions('Writers');
    await expect.element(confirm).toBeEnabled();
  });

  it('says who will see the prompts, and who no longer will, before it moves them', async () => {
    backend.on('POST', move, () => json({ p1: 2, p2: 2, p3: 2 }));
    await renderScreen(<Screen />);
    const choice = dialog.getByLabelText('Team');
    await expect.element(choice.getByRole('option', { name: 'Writers' })).toBeInTheDocument();
    await expect.element(choice.getByRole('option', { name: 'Poets' })).not.toBeInTheDocument();
    await choice.selectOptions('Writers');
    await expect
      .element(dialog.getByText(/^4 other members of Writers will see them/))
      .toBeVisible();
    await expect
      .element(dialog.getByText('Members of Poets will no longer see one of them.'))
      .toBeVisible();
    await confirm.click();
    await expect.poll(() => closed.mock.calls).toEqual([[false]]);
    expect(backend.sent('POST', move)[0]?.body).toEqual({
      ids: ['p1', 'p2', 'p3'],
      to_team: writers,
    });
  });

  it('names included prompts that the team will not see', async () => {
    const included = (prompt_id: string, title: string, is_public = false) => ({
      ref: prompt_id,
      prompt_id,
      version: 1,
      title,
      content: 'Text.',
      is_public,
      gap: null,
    });
    const content = `Begin. {{> ${writers}}} {{> ${poets}}}`;
    backend.on('GET', '/rest/v1/prompts', ({ search }) =>
      json(search.get('select') === 'content' ? [{ content }] : [{ id: 'theirs' }]),
    );
    backend.on('GET', '/rest/v1/rpc/included_texts', () =>
      json([
        included('mine', 'Client list'),
        included('theirs', 'House style'),
        included('p2', 'Moved along'),
        included('open', 'Public one', true),
      ]),
    );
    await renderScreen(<Screen />);
    await dialog.getByLabelText('Team').selectOptions('Writers');
    await expect
      .element(
        dialog.getByText(
          'These prompts include private prompts. Others see a gap in their place, until you move them to the team, too:',
        ),
      )
      .toBeVisible();
    await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Client list');
    await expect.element(confirm).toBeEnabled();
    const asked = backend.sent('GET', '/rest/v1/prompts').at(-1)?.search;
    expect(asked?.get('team_id')).toBe(`eq.${writers}`);
    expect(asked?.get('id')).toBe('in.(mine,theirs)');
    await dialog.getByLabelText('Team').selectOptions('My prompts (no team)');
    await expect.element(dialog.getByText('Client list')).not.toBeInTheDocument();
  });

  it('says that nobody else sees prompts that leave their teams, and stays when refused', async () => {
    backend.on('POST', move, () => refusal(403, '42501', 'Not allowed'));
    await renderScreen(<Screen />);
    await expect
      .element(dialog.getByText('Members of a team that you left will no longer see 2 of them.'))
      .toBeVisible();
    await expect
      .element(
        dialog.getByText(
          "From then on only you and people you share them with see them, unless they're public.",
        ),
      )
      .toBeVisible();
    await confirm.click();
    await expect.element(page.getByText(/^Nothing was changed/)).toBeVisible();
    expect(closed).not.toHaveBeenCalled();
  });
});
