import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { TeamActivityList } from './team-activity-list.tsx';

const team = '00000000-0000-4000-8000-00000000000a';

function entry(action: string, fields: object = {}) {
  return {
    id: crypto.randomUUID(),
    action,
    created_at: '2026-01-01T00:00:00Z',
    prompt_id: null,
    chain_id: null,
    version_number: null,
    title: null,
    role: null,
    label: null,
    ...actor('Olga'),
    ...member(null),
    ...fields,
  };
}

/** A person whose profile the user may read. */
function actor(name: string | null) {
  return { actor_id: 'a1', actor_name: 'Logged', actor: { full_name: name } };
}

function member(name: string | null) {
  if (name === null) return { member_id: null, member_name: null, member: null };
  return { member_id: 'm1', member_name: 'Logged', member: { full_name: name } };
}

const about = { prompt_id: 'p1', title: 'Bread', version_number: 3 };

describe('TeamActivityList', () => {
  it('says who did what, when, to which version', async () => {
    backend.on('GET', '/rest/v1/team_activity', () =>
      json([
        entry('prompt_changed', about),
        entry('proposal_accepted', { ...about, ...member('Pat') }),
        entry('proposals_demanded'),
        entry('prompt_removed', about),
        entry('label_moved', { ...about, label: 'production' }),
        entry('role_changed', { role: 'viewer', ...member('Ed') }),
        entry('member_removed', { member_id: 'm1', member_name: 'Fay' }),
        entry('member_left'),
        entry('member_joined', { role: 'editor', member_id: 'm1', member: { full_name: null } }),
        entry('invited', { role: 'editor', actor_id: null, actor_name: null, actor: null }),
        entry('prompt_handed_over', { ...about, ...member('Ed') }),
        entry('prompt_changed', { ...about, actor: null, actor_name: 'Fay' }),
        entry('chain_changed', { chain_id: 'c1', title: 'Launch' }),
        entry('chain_deleted', { chain_id: 'c1', title: 'Launch' }),
        entry('unheard_of'),
      ]),
    );
    await renderScreen(<TeamActivityList teamId={team} />);
    const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    await expect.element(rows.first()).toBeVisible();
    expect(rows.elements().map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Olga changed Bread, now version 3',
      'Olga accepted a proposal by Pat to Bread, now version 3',
      'Olga made proposals necessary for what has the label production',
      'Olga took Bread out of the team',
      'Olga moved the label production of Bread to version 3',
      'Olga made Ed a viewer',
      'Olga removed Fay from the team',
      'A deleted account left the team',
      'Anonymous joined as an editor',
      'A deleted account invited someone as an editor',
      'Bread was handed over to Ed, since its owner deleted their account',
      'Fay changed Bread, now version 3',
      'Olga changed the chain Launch',
      'Olga deleted the chain Launch',
      'Olga changed the team',
    ]);
    await expect.element(rows.nth(0).getByRole('link', { name: 'Bread' })).toBeVisible();
    await expect.element(rows.nth(3).getByRole('link')).not.toBeInTheDocument();
    await expect
      .element(rows.nth(12).getByRole('link', { name: 'Launch' }))
      .toHaveAttribute('href', '/app/chains/c1');
    await expect.element(rows.nth(13).getByRole('link')).not.toBeInTheDocument();
  });

  it('reads the next page from the last entry', async () => {
    backend.on('GET', '/rest/v1/team_activity', ({ search }) =>
      json(
        search.has('id')
          ? [entry('team_created', { title: 'Writers' })]
          : Array.from({ length: Number(search.get('limit')) }, () => entry('invited')),
      ),
    );
    await renderScreen(<TeamActivityList teamId={team} />);
    const end = page.getByText('Loading more');
    await expect.element(end).toBeInTheDocument();
    end.element().scrollIntoView();
    await expect.element(page.getByText('Olga created the team as Writers')).toBeInTheDocument();
    await expect.element(page.getByText('Entries are deleted after 180 days.')).toBeVisible();
  });
});
