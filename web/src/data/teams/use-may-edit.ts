import { useQuery } from '@tanstack/react-query';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from './teams.ts';

/**
 * Returns whether the user may change a prompt: their own, one that is shared with them to edit, or
 * one of a team that they own or edit. Null until their role is loaded. The database decides again on each save.
 */
export function useMayEdit(
  prompt: Pick<PromptDetail, 'userId' | 'teamId' | 'shareRole'> | undefined,
): boolean | null {
  const user = useUser();
  const isTheirs = prompt?.userId === user.id || prompt?.shareRole === 'editor';
  const teamId = prompt?.teamId ?? null;
  const editsTeam = useEditsLibrary(isTheirs ? null : teamId);
  return isTheirs || (teamId !== null && editsTeam);
}

/**
 * Returns whether the user may change the groups of a team and what lies in them: its owners and
 * editors may. True without a team, for the user's own library, and null until their role is loaded.
 */
export function useEditsLibrary(teamId: string | null): boolean | null {
  const user = useUser();
  const teams = useQuery({ ...teamsQuery(user.id), enabled: teamId !== null });
  if (teamId === null) return true;
  if (teams.isPending) return null;
  return teams.data?.some(({ id, role }) => id === teamId && role !== 'viewer') ?? false;
}
