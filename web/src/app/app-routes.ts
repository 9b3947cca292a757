import type { RouteObject } from 'react-router';
import { routes } from '#contract/routes.ts';
import { NotFound } from './not-found.tsx';

/** The dashboard is loaded in the same chunk as the layout. */
const dashboard = async () => (await import('./app-layout.tsx')).dashboard;

/**
 * The pages inside the shell, for signed-in users. Each is a file under routes/ that exports
 * `Component` and is loaded when it is first opened.
 */
export const appRoutes: RouteObject[] = [
  { index: true, lazy: dashboard },
  { path: routes.dashboard, lazy: dashboard },
  { path: routes.newPrompt, lazy: () => import('./routes/new-prompt.tsx') },
  { path: '/app/prompts/:id', lazy: () => import('./routes/prompt.tsx') },
  { path: '/app/prompts/:id/edit', lazy: () => import('./routes/edit-prompt.tsx') },
  { path: routes.library, lazy: () => import('./routes/library.tsx') },
  { path: `${routes.library}/prompt/:id`, lazy: () => import('./routes/library-prompt.tsx') },
  { path: routes.account, lazy: () => import('./routes/account.tsx') },
  { path: routes.upgrade, lazy: () => import('./routes/upgrade.tsx') },
  { path: routes.appWhyFree, lazy: () => import('./routes/app-why-free.tsx') },
  { path: routes.groups, lazy: () => import('./routes/groups.tsx') },
  { path: `${routes.groups}/:id`, lazy: () => import('./routes/group.tsx') },
  { path: routes.chains, lazy: () => import('./routes/chains.tsx') },
  { path: routes.createChain, lazy: () => import('./routes/create-chain.tsx') },
  { path: routes.chainRuns, lazy: () => import('./routes/chain-runs.tsx') },
  { path: `${routes.chainRuns}/:id`, lazy: () => import('./routes/chain-run.tsx') },
  { path: `${routes.chains}/:id`, lazy: () => import('./routes/chain.tsx') },
  { path: `${routes.chains}/:id/edit`, lazy: () => import('./routes/edit-chain.tsx') },
  { path: routes.community, lazy: () => import('./routes/community.tsx') },
  { path: routes.templates, lazy: () => import('./routes/templates.tsx') },
  { path: routes.appTechniques, lazy: () => import('./routes/app-techniques.tsx') },
  { path: routes.favourites, lazy: () => import('./routes/favourites.tsx') },
  { path: '*', Component: NotFound },
];
