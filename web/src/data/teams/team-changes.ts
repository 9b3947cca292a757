import type { QueryClient } from '@tanstack/react-query';
import { db } from '#web/data/backend/client.ts';
import { DataError, unwrap } from '#web/data/backend/data-error.ts';
import { queryKeys } from '#web/data/query-keys.ts';
import type { TeamRole } from './team-role.ts';

/** Refetches teams after a change; `withContents` also what the user sees by them. */
export async function refetchTeams(client: QueryClient, withContents = false): Promise<void> {
  const contents = withContents ? [queryKeys.prompts.all, queryKeys.chains.all] : [];
  const keys = [queryKeys.teams.all, ...contents];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Throws if a change found no row: the user's role changed, or the member left. */
function requireChange(rows: readonly unknown[]): void {
  if (rows.length > 0) return;
  throw new DataError('This has changed meanwhile. Reload the page, then try again.', {
    status: 404,
  });
}

/** Creates a team that the user owns, and returns its id. */
export async function createTeam(userId: string, name: string): Promise<string> {
  const request = db.from('teams').insert({ name, created_by: userId });
  return unwrap(await request.select('id').single()).id;
}

export async function renameTeam(id: string, name: string): Promise<void> {
  requireChange(unwrap(await db.from('teams').update({ name }).eq('id', id).select('id')));
}

/** Sets whether changes to prompts with the label `production` need a proposal. */
export async function setReleasedByProposal(id: string, isOn: boolean): Promise<void> {
  const request = db.from('teams').update({ released_by_proposal: isOn });
  requireChange(unwrap(await request.eq('id', id).select('id')));
}

/** Deletes a team. Its prompts and chains stay with the people who own them. */
export async function deleteTeam(id: string): Promise<void> {
  requireChange(unwrap(await db.from('teams').delete().eq('id', id).select('id')));
}

/** Sets a role with no more rights than the member accepted. */
export async function setTeamRole(teamId: string, userId: string, role: TeamRole): Promise<void> {
  const request = db.from('team_members').update({ role });
  requireChange(
    unwrap(await request.eq('team_id', teamId).eq('user_id', userId).select('user_id')),
  );
}

export async function removeTeamMember(teamId: string, userId: string): Promise<void> {
  const request = db.from('team_members').delete();
  requireChange(
    unwrap(await request.eq('team_id', teamId).eq('user_id', userId).select('user_id')),
  );
}

/** Leaves a team; `takePrompts` first takes the user's own prompts and chains out of it. */
export async function leaveTeam(teamId: string, takePrompts: boolean): Promise<void> {
  unwrap(await db.rpc('leave_team', { team_id: teamId, take_prompts: takePrompts }));
}
