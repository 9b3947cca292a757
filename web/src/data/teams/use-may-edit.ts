import { useQuery } from '@tanstack/react-query';
import type { PromptSummary } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from './teams.ts';

/**
 * Returns whether the user may change a prompt: their own, or one of a team that they own or edit.
 * Null until their role is loaded. The database decides again on each save.
 */
export function useMayEdit(prompt: Pick<PromptSummary, 'userId' | 'teamId'> | undefined) {
  const user = useUser();
  const isOwn = prompt?.userId === user.id;
  const teamId = prompt?.teamId ?? null;
  const teams = useQuery({ ...teamsQuery(user.id), enabled: !isOwn && teamId !== null });
  if (isOwn || teamId === null) return isOwn;
  if (teams.isPending) return null;
  return teams.data?.some(({ id, role }) => id === teamId && role !== 'viewer') ?? false;
}
