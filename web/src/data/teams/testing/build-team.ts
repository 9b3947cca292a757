import type { TeamRole } from '../team-role.ts';
import type { TeamDetail } from '../teams.ts';

/** Builds a team of two with one owner, with no chains unless `chainCount` says so. */
export function buildTeam(id: string, role: TeamRole, chainCount = 0): TeamDetail {
  return {
    id,
    name: 'Writers',
    role,
    memberCount: 2,
    ownerCount: 1,
    releasedByProposal: false,
    promptCount: 3,
    ownPromptCount: 0,
    chainCount,
    ownChainCount: 0,
  };
}
