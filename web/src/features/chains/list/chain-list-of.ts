import { routes } from '#contract/routes.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';

/** Returns the address of the list that has a chain: one's own, or that of its team. */
export function chainListOf(
  { userId: authorId, teamId }: Pick<ChainDetail, 'userId' | 'teamId'>,
  userId: string,
): string {
  return teamId === null || authorId === userId ? routes.chains : routes.team(teamId);
}
