import { promptInvitationPath, teamInvitationPath } from '#contract/routes.ts';
import type { Database } from '#server/db/database.ts';
import { runPeriodically } from '#server/jobs/run-periodically.ts';
import type { Log } from '#server/log.ts';
import { newRoleMail, promptInvitationMail, teamInvitationMail } from '#server/mail/letters.ts';
import type { Mail } from '#server/mail/mail.ts';
import { isReady, type Mailer } from '#server/mail/mailer.ts';

export interface InvitationParts {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly siteUrl: string;
  readonly brand: string;
  readonly log: Log;
}

interface Claim {
  readonly invitation: string;
  readonly kind: 'team' | 'prompt';
  readonly email: string;
  /** The name of the team, or the title of the prompt. */
  readonly name: string;
  readonly inviter_name: string | null;
  readonly role: string;
  /** The role that the person has in the team already. */
  readonly member_role: string | null;
}

const tenSeconds = 10_000;
const batch = 20;

/** Mails invitations to teams and prompts every ten seconds. Returns a function that stops it. */
export function sendInvitationsRegularly(parts: InvitationParts): () => Promise<void> {
  return runPeriodically({
    everyMs: tenSeconds,
    log: parts.log,
    failure: 'invitations could not be mailed; trying again',
    work: () => sendInvitations(parts),
  });
}

/**
 * Mails the invitations that are due, and returns how many were sent. Several servers may do so at
 * once: the database assigns each mail to one of them, and again after 15 minutes if it failed.
 */
export async function sendInvitations(parts: InvitationParts): Promise<number> {
  const { database, mailer, siteUrl, brand, log } = parts;
  // Claim nothing that cannot be sent.
  if (!(await isReady(mailer))) return 0;
  const { rows } = await database.jobs.query<Claim>(
    'select invitation, kind, email, name, inviter_name, role, member_role from private.claim_invitation_mails($1)',
    [batch],
  );
  let sent = 0;
  for (const claim of rows) {
    const { invitation } = claim;
    try {
      await mailer.send(invitationMail({ siteUrl, brand }, claim));
    } catch (error) {
      log.warn('an invitation could not be mailed; trying again later', {
        invitation,
        error,
      });
      continue;
    }
    await database.jobs.query('select private.settle_invitation_mail($1)', [invitation]);
    sent += 1;
  }
  return sent;
}

function invitationMail(
  { siteUrl, brand }: Pick<InvitationParts, 'siteUrl' | 'brand'>,
  claim: Claim,
): Mail {
  const { invitation, kind, email: to, name, role, member_role: memberRole } = claim;
  const about = { name, invitedBy: claim.inviter_name ?? 'Someone', role };
  if (kind === 'prompt') {
    return promptInvitationMail(
      { brand, to, url: siteUrl + promptInvitationPath(invitation) },
      about,
    );
  }
  const letter = { brand, to, url: siteUrl + teamInvitationPath(invitation) };
  return memberRole === null
    ? teamInvitationMail(letter, about)
    : newRoleMail(letter, { ...about, memberRole });
}
