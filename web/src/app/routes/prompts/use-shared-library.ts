import { useQuery } from '@tanstack/react-query';
import { routes } from '#contract/routes.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { useUser } from '#web/data/session/session.ts';
import { teamsQuery } from '#web/data/teams/teams.ts';
import { useSetPageLibrary } from '#web/lib/react/page-library.ts';

/**
 * Returns the page of the library that a page's prompt is shared in: of a team, or of what others
 * share with the user. Null for prompts that are the user's alone, and for public ones. The
 * navigation marks that page.
 */
export function useSharedLibrary(prompt: PromptDetail | undefined): string | null {
  const user = useUser();
  const teamId = prompt?.teamId ?? null;
  const teams = useQuery({ ...teamsQuery(user.id), enabled: teamId !== null });
  // A prompt stays in the team that its owner has left.
  const isMember = teams.data?.some(({ id }) => id === teamId) ?? false;
  const isShared = prompt !== undefined && prompt.userId !== user.id && prompt.shareRole != null;
  const library =
    isMember && teamId !== null ? routes.team(teamId) : isShared ? routes.shared : null;
  useSetPageLibrary(library);
  return library;
}
