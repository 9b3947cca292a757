import type { ComponentType } from 'react';
import type { Params, RouteObject } from 'react-router';

/** A file under routes/, or a layout. */
interface PageModule {
  readonly Component: ComponentType;
  /** Loads what the page should appear with. */
  readonly loader?: (params: Params) => Promise<unknown>;
}

export type AppRoute = RouteObject & {
  /** Loads what the route needs before it is rendered. Never rejects. */
  readonly load?: (params: Params) => Promise<void>;
  /** Returns the address of a document to leave the app for, or null to render the route. */
  readonly documentAddress?: (url: URL) => string | null;
};

/**
 * Returns a route whose script is loaded when it is first opened. A failure is thrown when the
 * route renders, for the next error boundary; opening the route again tries again.
 */
export function lazyRoute(
  path: string | undefined,
  importPage: () => Promise<PageModule>,
  children: AppRoute[] = [],
): AppRoute {
  let page: PageModule | null = null;
  let failure: unknown = null;

  async function load(params: Params): Promise<void> {
    try {
      page ??= await importPage();
      await page.loader?.(params);
      failure = null;
    } catch (error) {
      failure = error;
    }
  }

  function Component() {
    if (page === null || failure !== null) throw failure;
    return <page.Component />;
  }

  return { ...(path === undefined ? {} : { path }), children, load, Component };
}
