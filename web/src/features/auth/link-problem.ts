export interface LinkProblem {
  readonly title: string;
  readonly lead: string;
  /** Whether to offer a new verification email. */
  readonly resend?: true;
}

const usedLink: LinkProblem = {
  title: "This link doesn't work",
  lead: "Links in emails work once, for a limited time. If you've already used this one, your email is confirmed and you can sign in.",
  resend: true,
};

const otherBrowser: LinkProblem = {
  title: 'Sign in to continue',
  lead: 'A link only signs you in to the browser that requested it. If it confirmed your email, that still counts.',
};

const lateSignIn: LinkProblem = {
  title: "You're not signed in",
  lead: 'Signing in took too long, or was started in another browser. Try again.',
};

const refusedByProvider: LinkProblem = {
  title: "You're not signed in",
  lead: "Your sign-in provider didn't let you in, for this reason:",
};

const unverifiedEmail: LinkProblem = {
  title: "You're not signed in",
  lead: "Your sign-in provider hasn't confirmed your email. Confirm it there, or sign up here with a password.",
};

const signUpsClosed: LinkProblem = {
  title: "You don't have an account here",
  lead: 'Sign-ups are closed. Ask the people who run this site to invite the email you use with your sign-in provider.',
};

const serverFailure: LinkProblem = {
  title: 'Something went wrong',
  lead: "The server couldn't complete this. Try again in a moment.",
};

const byCode: Readonly<Record<string, LinkProblem>> = {
  other_browser: otherBrowser,
  bad_code_verifier: otherBrowser,
  flow_state_not_found: otherBrowser,
  flow_state_expired: usedLink,
  bad_oauth_state: lateSignIn,
  bad_oauth_callback: refusedByProvider,
  access_denied: refusedByProvider,
  provider_email_needs_verification: unverifiedEmail,
  signup_disabled: signUpsClosed,
  over_request_rate_limit: {
    ...serverFailure,
    lead: 'There were too many attempts. Wait a few minutes, then try again.',
  },
  unexpected_failure: serverFailure,
};

/** Returns the explanation for the error code of a link or a sign-in provider. */
export function linkProblem(code: string | null): LinkProblem {
  return byCode[code ?? ''] ?? usedLink;
}
