import { backend, json } from './fake-backend.ts';

/** A team's id and name, and the person's role in it. */
type Membership = readonly [id: string, name: string, role: string];

/** Makes the person a member of teams, and of no others. */
export function joinTeams(...memberships: readonly Membership[]): void {
  backend.on('GET', '/rest/v1/team_members', () =>
    json(memberships.map(([id, name, role]) => ({ team_id: id, role, teams: { name } }))),
  );
}

/** Serves a team with numbers of its members, prompts and chains: by default, one other member. */
export function serveTeam(
  [id, name, role]: Membership,
  numbers: Readonly<Record<string, number>> = {},
): void {
  const none = { prompts: 0, own_prompts: 0, chains: 0, own_chains: 0 };
  const counts = Object.entries({ members: 2, owners: 1, ...none, ...numbers });
  backend.on('GET', '/rest/v1/teams', () =>
    json({
      id,
      name,
      me: [{ role }],
      ...Object.fromEntries(counts.map(([list, count]) => [list, [{ count }]])),
    }),
  );
}
