export interface LinkProblem {
  readonly title: string;
  readonly lead: string;
  /** Whether a new verification mail may help. */
  readonly resend: boolean;
}

const oldLink: LinkProblem = {
  title: 'This link does not work',
  lead: 'A link from a mail works once, and for a limited time. If you used it already, your address is confirmed and you can sign in.',
  resend: true,
};

const otherBrowser: LinkProblem = {
  title: 'Sign in to go on',
  lead: 'A link only signs in the browser that asked for it. What it confirms is confirmed all the same.',
  resend: false,
};

const lateSignIn: LinkProblem = {
  title: 'You are not signed in',
  lead: 'The sign-in took too long, or it was begun in another browser. Begin again.',
  resend: false,
};

const refused: LinkProblem = {
  title: 'You are not signed in',
  lead: 'The sign-in provider did not let you in. This is what it said.',
  resend: false,
};

const unproven: LinkProblem = {
  title: 'You are not signed in',
  lead: 'The sign-in provider must have confirmed your address. Confirm it there, or sign up here with a password.',
  resend: false,
};

const closed: LinkProblem = {
  title: 'You have no account here',
  lead: 'Sign-ups are closed. Ask the people who run this site for an invitation to the address that your sign-in provider knows.',
  resend: false,
};

const broken: LinkProblem = {
  title: 'That did not work',
  lead: 'The server could not finish it. Try again in a moment.',
  resend: false,
};

const byCode: Readonly<Record<string, LinkProblem>> = {
  other_browser: otherBrowser,
  bad_code_verifier: otherBrowser,
  flow_state_not_found: otherBrowser,
  flow_state_expired: oldLink,
  bad_oauth_state: lateSignIn,
  bad_oauth_callback: refused,
  access_denied: refused,
  provider_email_needs_verification: unproven,
  signup_disabled: closed,
  over_request_rate_limit: { ...broken, lead: 'There were too many tries. Wait a few minutes.' },
  unexpected_failure: broken,
};

/** What a link or a provider that brought nobody in means to the person, by the error's code. */
export function linkProblem(code: string | null): LinkProblem {
  return byCode[code ?? ''] ?? oldLink;
}
