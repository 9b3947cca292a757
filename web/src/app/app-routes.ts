import { routes } from '#contract/routes.ts';
import { lazyRoute, type AppRoute } from './lazy-route.tsx';

/** The dashboard is loaded in the same chunk as the layout. */
const dashboard = async () => (await import('./app-layout.tsx')).dashboard;

/**
 * The pages inside the shell, for signed-in users. Each is a file under routes/ that exports
 * `Component` and is loaded when it is first opened.
 */
export const appRoutes: AppRoute[] = [
  lazyRoute('', dashboard),
  lazyRoute(routes.dashboard, dashboard),
  lazyRoute(routes.newPrompt, () => import('./routes/prompts/new-prompt.tsx')),
  lazyRoute('/app/prompts/:id', () => import('./routes/prompts/prompt.tsx')),
  lazyRoute('/app/prompts/:id/edit', () => import('./routes/prompts/edit-prompt.tsx')),
  lazyRoute(routes.library, () => import('./routes/library.tsx')),
  lazyRoute(`${routes.library}/prompt/:id`, () => import('./routes/prompts/library-prompt.tsx')),
  lazyRoute(routes.account, () => import('./routes/account.tsx')),
  lazyRoute(routes.connect, () => import('./routes/connect.tsx')),
  lazyRoute(`${routes.webhooks}/:id?`, () => import('./routes/webhooks.tsx')),
  lazyRoute(routes.upgrade, () => import('./routes/upgrade.tsx')),
  lazyRoute(routes.appWhyFree, () => import('./routes/app-why-free.tsx')),
  lazyRoute(routes.groups, () => import('./routes/groups.tsx')),
  lazyRoute(`${routes.groups}/:id`, () => import('./routes/group.tsx')),
  lazyRoute(`${routes.teams}/:id?/activity?`, () => import('./routes/teams/teams.tsx')),
  lazyRoute(`${routes.proposals}/:id?`, () => import('./routes/teams/proposals.tsx')),
  lazyRoute(routes.chains, () => import('./routes/chains/chains.tsx')),
  lazyRoute(routes.createChain, () => import('./routes/chains/create-chain.tsx')),
  lazyRoute(routes.chainRuns, () => import('./routes/chains/chain-runs.tsx')),
  lazyRoute(`${routes.chainRuns}/:id`, () => import('./routes/chains/chain-run.tsx')),
  lazyRoute(`${routes.chains}/:id`, () => import('./routes/chains/chain.tsx')),
  lazyRoute(`${routes.chains}/:id/edit`, () => import('./routes/chains/edit-chain.tsx')),
  lazyRoute(routes.community, () => import('./routes/community.tsx')),
  lazyRoute(routes.templates, () => import('./routes/templates.tsx')),
  lazyRoute(routes.appTechniques, () => import('./routes/app-techniques.tsx')),
  lazyRoute(routes.favourites, () => import('./routes/favourites.tsx')),
  lazyRoute('*', () => import('./not-found.tsx')),
];
