import type { ReactNode } from 'react';
import { aRole } from '#contract/a-role.ts';
import type { TeamRole } from '#web/data/teams/team-role.ts';
import { longDate } from '#web/lib/text/relative-time.ts';

interface OpenInvitation {
  readonly teamName: string;
  readonly inviterName: string;
  readonly role: TeamRole;
  /** The user's role in the team; null if they aren't a member. */
  readonly memberRole: TeamRole | null;
  readonly expiresAt: string;
}

/** Returns what an invitation to a team offers, to a member another role, and what follows from it. */
export function invitationTexts(invitation: OpenInvitation): { text: ReactNode; note: string } {
  const { role, memberRole, expiresAt } = invitation;
  const inviter = <bdi>{invitation.inviterName}</bdi>;
  const team = <bdi className="font-medium">{invitation.teamName}</bdi>;
  const until = `Open until ${longDate(new Date(expiresAt))}.`;
  if (memberRole === null) {
    return {
      text: (
        <>
          {inviter} invites you to {team} as {aRole(role)}.
        </>
      ),
      note: `Members see your name and picture. ${until}`,
    };
  }
  return {
    text: (
      <>
        {inviter} wants to make you {aRole(role)} of {team}. You're {aRole(memberRole)} now.
      </>
    ),
    note: until,
  };
}
