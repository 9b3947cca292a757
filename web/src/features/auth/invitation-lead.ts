import { routes } from '#contract/routes.ts';

const withAddress = 'Continue with the email address that the invitation was sent to.';

/**
 * Returns what a visitor is invited to, by the page that a sign-in leads to. Only the account that may
 * answer an invitation is shown from whom it is, and whether it is open.
 */
export function invitationLead(redirect: string): string | undefined {
  const [pathname, search] = redirect.split(/[?#]/);
  if (pathname === routes.joinTeam) return "You're invited to join a team.";
  if (!search?.startsWith('invitation=')) return undefined;
  if (pathname === routes.teams) return `You're invited to a team. ${withAddress}`;
  if (pathname === routes.shared) return `Someone wants to share a prompt with you. ${withAddress}`;
  return undefined;
}
