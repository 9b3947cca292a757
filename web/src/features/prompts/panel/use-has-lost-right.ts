import { useQuery } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { useMayEdit } from '#web/data/teams/use-may-edit.ts';
import type { PanelRequest } from './panel-request.ts';

/**
 * Returns whether the person has lost the right to save the form: they left the team, got another
 * role, or the prompt was taken from them.
 */
export function useHasLostRight(request: PanelRequest): boolean {
  const prompt = request.mode === 'edit' ? request.prompt : undefined;
  // Only observes the cache, which data/live updates.
  const latest = useQuery({ ...promptQuery(prompt?.id), enabled: false });
  const mayEdit = useMayEdit(latest.data ?? prompt);
  if (prompt === undefined) return false;
  const isGone = latest.isError && toDataError(latest.error).status === 404;
  return mayEdit === false || isGone;
}
