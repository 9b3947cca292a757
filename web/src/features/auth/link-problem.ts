export interface LinkProblem {
  readonly title: string;
  readonly lead: string;
  /** Whether a new verification mail may help. */
  readonly resend: boolean;
}

const oldLink: LinkProblem = {
  title: "This link doesn't work",
  lead: "Links in emails work once, for a limited time. If you've already used this one, your email is confirmed and you can sign in.",
  resend: true,
};

const otherBrowser: LinkProblem = {
  title: 'Sign in to continue',
  lead: 'A link only signs you in to the browser that requested it. If it confirmed your email, that still counts.',
  resend: false,
};

const lateSignIn: LinkProblem = {
  title: "You're not signed in",
  lead: 'Signing in took too long, or was started in another browser. Try again.',
  resend: false,
};

const refused: LinkProblem = {
  title: "You're not signed in",
  lead: "Your sign-in provider didn't let you in, for this reason:",
  resend: false,
};

const unproven: LinkProblem = {
  title: "You're not signed in",
  lead: "Your sign-in provider hasn't confirmed your email. Confirm it there, or sign up here with a password.",
  resend: false,
};

const closed: LinkProblem = {
  title: "You don't have an account here",
  lead: 'Sign-ups are closed. Ask the people who run this site to invite the email you use with your sign-in provider.',
  resend: false,
};

const broken: LinkProblem = {
  title: 'Something went wrong',
  lead: "The server couldn't complete this. Try again in a moment.",
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
  over_request_rate_limit: {
    ...broken,
    lead: 'There were too many attempts. Wait a few minutes, then try again.',
  },
  unexpected_failure: broken,
};

/** What a link or a provider that brought nobody in means to the person, by the error's code. */
export function linkProblem(code: string | null): LinkProblem {
  return byCode[code ?? ''] ?? oldLink;
}
