import type { RuntimeConfig } from './runtime-config.ts';

/** A public prompt, as everybody may see it. */
export interface PublicPrompt {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly category: string | null;
  readonly icon: string | null;
  readonly version: number;
  readonly updatedAt: string;
  readonly author: {
    readonly id: string;
    readonly name: string | null;
    readonly avatarUrl: string | null;
  };
  readonly favoritesCount: number;
  readonly forksCount: number;
  readonly commentsCount: number;
  /** The texts that its content includes, and those in them. */
  readonly included: readonly IncludedText[];
  /** Its files; empty in lists. */
  readonly files: readonly PublicFile[];
}

/** A file of a public prompt, at /p/{prompt}/files/{id}. */
export interface PublicFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** A text that a prompt includes, as `included_texts` returns it. */
export interface IncludedText {
  /** The prompt's id, with a version if the reference is pinned: `id@3`. */
  readonly ref: string;
  readonly id: string;
  readonly version: number | null;
  /** Null when the person may not read the prompt, or there is none. */
  readonly title: string | null;
  /** Null when there is a gap. */
  readonly content: string | null;
  readonly isPublic: boolean;
  readonly gap: 'missing' | 'deleted' | 'limit' | null;
}

/** A public prompt in a list. `content` is its start if `isCut`. */
export interface ListedPrompt extends PublicPrompt {
  readonly isCut: boolean;
}

/** The data of a page, read from the database for each request. */
export type PageContent =
  | { readonly kind: 'prompt'; readonly prompt: PublicPrompt }
  | {
      readonly kind: 'explore';
      readonly prompts: readonly ListedPrompt[];
      /** The words that all of them contain; empty for all public prompts. */
      readonly query: string;
      /** Whether newer prompts come before these. */
      readonly isContinued: boolean;
      /** The cursor of the next page; null on the last one. */
      readonly next: string | null;
    }
  | { readonly kind: 'templates'; readonly templates: readonly ListedPrompt[] }
  /** A prompt that doesn't exist or isn't public. */
  | { readonly kind: 'missing' }
  /** The database doesn't respond. */
  | { readonly kind: 'unavailable' };

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
  /** The script of public pages, as a path without the leading slash. */
  readonly publicScript: string;
  /** The content of a page that shows what is in the database. */
  readonly content?: PageContent;
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

/** The files that a rendered document names, as the build writes them to `renderer/files.json`. */
export interface RendererFiles {
  /** The scripts to preload, by path. */
  readonly preloads: Readonly<Record<string, readonly string[]>>;
  readonly publicScript: string;
}
