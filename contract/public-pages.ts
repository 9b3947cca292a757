import type { RuntimeConfig } from './runtime-config.ts';

/** The input for rendering a public page. */
export interface PublicPageRequest {
  /** The built index.html. */
  readonly template: string;
  readonly path: string;
  readonly config: RuntimeConfig;
  /** Scheme, host and port of the request, without a trailing slash. */
  readonly origin: string;
  /** Scripts to preload, as paths without the leading slash. */
  readonly preloads: readonly string[];
}

/** The path of the document for unknown addresses. */
export const notFoundPath = '*';

/** A public page for the site map, search engines and link previews. */
export interface PublicPageInfo {
  readonly path: string;
  /** Null for the landing page, which has a tagline instead. */
  readonly title: string | null;
  readonly tagline?: string;
  readonly description: string;
}

/** The module that the build writes to `web/renderer/render.js`. */
export interface PublicPageRenderer {
  /** The pages rendered completely, which are also the site map. */
  readonly pages: readonly PublicPageInfo[];
  /**
   * Returns the complete document of a public page. Other paths get the template with the site's
   * name.
   */
  render(request: PublicPageRequest): string;
}
