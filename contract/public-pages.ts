import type { RuntimeConfig } from './runtime-config.ts';

/** What a page that is drawn before any script runs needs to know. */
export interface PublicPageRequest {
  /** The built index.html: head, style sheets and scripts as the build named them. */
  readonly template: string;
  readonly path: string;
  readonly config: RuntimeConfig;
  /** Scheme, host and port under which the page was asked for, without a trailing slash. */
  readonly origin: string;
  /** Scripts that the page will ask for, as addresses without the leading slash. */
  readonly preloads: readonly string[];
}

/** The path under which the document of an unknown address is drawn. */
export const notFoundPath = '*';

/** What is said of a public page elsewhere. */
export interface PublicPageFacts {
  readonly path: string;
  /** Null: the site itself, with its tagline. */
  readonly title: string | null;
  readonly tagline?: string;
  /** For search engines and link previews. */
  readonly description: string;
}

/** What the build leaves for the server in `web/renderer/render.js`. */
export interface PublicPageRenderer {
  /** What is drawn whole; also the site map. */
  readonly pages: readonly PublicPageFacts[];
  /** The whole document; for other addresses the template, named after the installation. */
  render(request: PublicPageRequest): string;
}
