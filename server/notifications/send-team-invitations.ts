import { teamInvitationPath } from '#contract/routes.ts';
import type { Database } from '#server/db/database.ts';
import { runPeriodically } from '#server/jobs/run-periodically.ts';
import type { Log } from '#server/log.ts';
import { teamInvitationMail } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';

export interface TeamInvitationParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly siteUrl: string;
  readonly brand: string;
  readonly log: Log;
}

interface Claim {
  readonly invitation: string;
  readonly email: string;
  readonly team_name: string;
  readonly inviter_name: string | null;
  readonly role: string;
}

const tenSeconds = 10_000;
const batch = 20;

/** Mails invitations to teams every ten seconds. Returns a function that stops it. */
export function sendTeamInvitationsRegularly(parts: TeamInvitationParts): () => Promise<void> {
  return runPeriodically(tenSeconds, async () => {
    try {
      await sendTeamInvitations(parts);
    } catch (error) {
      parts.log.warn('invitations to teams could not be mailed; trying again', { error });
    }
  });
}

/**
 * Mails the invitations that are due, and returns how many were sent. Several servers may do so at
 * once: the database assigns each mail to one of them, and again after 15 minutes if it failed.
 */
export async function sendTeamInvitations(parts: TeamInvitationParts): Promise<number> {
  const { database, mailer, siteUrl, brand, log } = parts;
  const ready = await mailer.ready().then(
    () => true,
    () => false,
  );
  // Claim nothing that cannot be sent.
  if (!ready) return 0;
  const { rows } = await database.jobs.query<Claim>(
    'select invitation, email, team_name, inviter_name, role from private.claim_team_invitation_mails($1)',
    [batch],
  );
  let sent = 0;
  for (const { invitation, email, team_name: name, inviter_name: inviter, role } of rows) {
    const url = siteUrl + teamInvitationPath(invitation);
    const team = { name, invitedBy: inviter ?? 'Someone', role };
    try {
      await mailer.send(teamInvitationMail({ brand, to: email, url }, team));
    } catch (error) {
      log.warn('an invitation to a team could not be mailed; trying again later', {
        invitation,
        error,
      });
      continue;
    }
    await database.jobs.query('select private.settle_team_invitation_mail($1)', [invitation]);
    sent += 1;
  }
  return sent;
}
