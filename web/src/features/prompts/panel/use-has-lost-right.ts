import { useQuery } from '@tanstack/react-query';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptQuery } from '#web/data/prompts/prompt-detail.ts';
import { useEditsLibrary, useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { teamOf, type PanelRequest } from './panel-request.ts';

/**
 * Returns whether the person may not save the form, or no longer: they left the team, are a viewer of
 * it, or the prompt was taken from them.
 */
export function useHasLostRight(request: PanelRequest): boolean {
  const prompt = request.mode === 'edit' ? request.prompt : undefined;
  // Only observes the cache, which data/live updates.
  const latest = useQuery({ ...promptQuery(prompt?.id), enabled: false });
  const mayEdit = useMayEdit(latest.data ?? prompt);
  const mayAdd = useEditsLibrary(prompt === undefined ? teamOf(request) : null);
  if (prompt === undefined) return mayAdd === false;
  const isGone = latest.isError && toDataError(latest.error).status === 404;
  return mayEdit === false || isGone;
}
