/** All addresses of the product. Links to pages use this table only. */
export const routes = {
  landing: '/',
  signIn: '/signin',
  signUp: '/signup',
  resetPassword: '/reset-password',
  registerSuccess: '/register-success',
  authCallback: '/auth/callback',
  /** Asks whether an app may have access (OAuth). */
  oauthConsent: '/oauth/consent',
  whyFree: '/why-free',
  pricing: '/pricing',
  paymentSuccess: '/payment-success',
  privacy: '/privacy',
  terms: '/terms',
  techniques: '/techniques',
  credits: '/credits',
  /** Public prompts, for everybody. */
  explore: '/explore',
  /** Templates, for everybody. */
  publicTemplates: '/templates',
  /** A public prompt, readable without an account. */
  sharedPrompt: (id: string) => `/p/${encodeURIComponent(id)}`,
  /** The image of a public prompt for link previews. */
  promptImage: (id: string) => `/p/${encodeURIComponent(id)}/preview.png`,

  app: '/app',
  dashboard: '/app/dashboard',
  account: '/app/account',
  /** Connects assistants and editors. */
  connect: '/app/connect',
  webhooks: '/app/webhooks',
  library: '/app/library',
  groups: '/app/groups',
  proposals: '/app/proposals',
  teams: '/app/teams',
  joinTeam: '/app/teams/join',
  /** Prompts that other people share with the user alone. */
  shared: '/app/teams/shared',
  chains: '/app/chains',
  createChain: '/app/chains/create',
  chainRuns: '/app/chains/runs',
  community: '/app/community',
  favourites: '/app/favourites',
  templates: '/app/templates',
  appTechniques: '/app/techniques',
  appWhyFree: '/app/why-free',
  /** Redirects to the payment provider, if payments are on. */
  upgrade: '/app/upgrade',
  /** These four redirect to public pages. */
  appPrivacy: '/app/privacy',
  appTerms: '/app/terms',
  appPricing: '/app/pricing',
  appLearn: '/app/learn',
  newPrompt: '/app/prompts/new',
  prompt: (id: string) => `/app/prompts/${encodeURIComponent(id)}`,
  editPrompt: (id: string) => `/app/prompts/${encodeURIComponent(id)}/edit`,
  libraryPrompt: (id: string) => `/app/library/prompt/${encodeURIComponent(id)}`,
  group: (id: string) => `/app/groups/${encodeURIComponent(id)}`,
  proposal: (id: string) => `/app/proposals/${encodeURIComponent(id)}`,
  webhook: (id: string) => `/app/webhooks/${encodeURIComponent(id)}`,
  team: (id: string) => `/app/teams/${encodeURIComponent(id)}`,
  teamActivity: (id: string) => `/app/teams/${encodeURIComponent(id)}/activity`,
  chain: (id: string) => `/app/chains/${encodeURIComponent(id)}`,
  editChain: (id: string) => `/app/chains/${encodeURIComponent(id)}/edit`,
  chainRun: (id: string) => `/app/chains/runs/${encodeURIComponent(id)}`,
  runsOfChain: (id: string) => `/app/chains/runs?chain=${encodeURIComponent(id)}`,

  /** The target of signed links in emails, handled by the server. */
  unsubscribe: '/unsubscribe',
  checkout: '/payments/checkout',
  mailbox: '/dev/mailbox',
  config: '/config.json',
  health: '/health',
} as const;

/** Returns the address of a page with a list, searched for a text. */
export function searchPath(page: string, text: string): string {
  return `${page}?q=${encodeURIComponent(text)}`;
}

/** Returns the address of a person's invitation to a team, for its mail. */
export function teamInvitationPath(id: string): string {
  return `${routes.teams}?invitation=${encodeURIComponent(id)}`;
}

/** Returns the address of a prompt that is offered to a person, for its mail. */
export function promptInvitationPath(id: string): string {
  return `${routes.shared}?invitation=${encodeURIComponent(id)}`;
}

/** The API by which programs read prompts: docs/releases-api.md. */
export const programsPath = '/api/v1';

/** The MCP endpoint. Its whole address is the audience of its access tokens. */
export const mcpPath = '/mcp';

/** The package of the command line, for npx and npm install. */
export const cliPath = '/cuebook.tgz';

/** Redirects that both the server and the page apply. */
export const redirects: Readonly<Record<string, string>> = {
  [routes.appPrivacy]: routes.privacy,
  [routes.appTerms]: routes.terms,
  [routes.appPricing]: routes.pricing,
  [routes.appLearn]: routes.techniques,
};

/** Returns the address of the sign-in page that leads to a path of this site afterwards. */
export function signInThen(path: string): string {
  return pageThen(routes.signIn, path);
}

/** Returns the address of the sign-up page that leads to a path of this site afterwards. */
export function signUpThen(path: string): string {
  return pageThen(routes.signUp, path);
}

/** Returns the address of the page after a sign-up, which leads to a path of this site. */
export function registerSuccessThen(path: string): string {
  return pageThen(routes.registerSuccess, path);
}

/**
 * Returns the address of a page that leads to a path; to the app if it names none. The path's
 * fragment becomes that of the page: it may be the token of an invitation, and
 * browsers send no fragment. public/first-paint.js does the same.
 */
function pageThen(page: string, path: string): string {
  if (path === routes.app) return page;
  const [, target = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(path) ?? [];
  return `${page}?redirect=${encodeURIComponent(target)}${fragment}`;
}
