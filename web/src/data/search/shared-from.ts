import { messages } from '#contract/messages.ts';
import type { Team } from '#web/data/teams/teams.ts';

interface SharedPrompt {
  readonly teamId: string | null;
  /** Null when unset; undefined if the list doesn't tell. */
  readonly authorName?: string | null;
}

/** Returns where a prompt of somebody else comes from: the name of a team of the user, or who shares it. */
export function sharedFrom({ teamId, authorName }: SharedPrompt, teams: readonly Team[]): string {
  const team = teams.find(({ id }) => id === teamId);
  if (team !== undefined) return team.name;
  return authorName === undefined
    ? 'Shared with you'
    : `Shared by ${authorName ?? messages.community.anonymous}`;
}
