/** Every address of the product. A page is linked to through this table only. */
export const routes = {
  landing: '/',
  signIn: '/signin',
  signUp: '/signup',
  resetPassword: '/reset-password',
  registerSuccess: '/register-success',
  authCallback: '/auth/callback',
  whyFree: '/why-free',
  pricing: '/pricing',
  paymentSuccess: '/payment-success',
  privacy: '/privacy',
  terms: '/terms',
  techniques: '/techniques',
  /** A public prompt, readable signed out. */
  sharedPrompt: (id: string) => `/p/${encodeURIComponent(id)}`,

  app: '/app',
  dashboard: '/app/dashboard',
  account: '/app/account',
  library: '/app/library',
  groups: '/app/groups',
  chains: '/app/chains',
  createChain: '/app/chains/create',
  community: '/app/community',
  favourites: '/app/favourites',
  templates: '/app/templates',
  appTechniques: '/app/techniques',
  appWhyFree: '/app/why-free',
  prompt: (id: string) => `/app/prompts/${encodeURIComponent(id)}`,
  libraryPrompt: (id: string) => `/app/library/prompt/${encodeURIComponent(id)}`,
  group: (id: string) => `/app/groups/${encodeURIComponent(id)}`,
  chain: (id: string) => `/app/chains/${encodeURIComponent(id)}`,
  editChain: (id: string) => `/app/chains/${encodeURIComponent(id)}/edit`,

  /** Signed links in mails lead here; the server answers it, signed in or not. */
  unsubscribe: '/unsubscribe',
  mailbox: '/dev/mailbox',
  config: '/config.json',
} as const;

/** /signin that leads back to a path of this site after success. */
export function signInThen(path: string): string {
  return `${routes.signIn}?redirect=${encodeURIComponent(path)}`;
}
