import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  PageContent,
  PublicPageInfo,
  PublicPageRenderer,
  RendererFiles,
} from '#contract/public-pages.ts';
import type { RuntimeConfig } from '#contract/runtime-config.ts';

interface Module extends PublicPageRenderer {
  readonly files: RendererFiles;
}

/** The page that a document is rendered for. */
export interface RenderOptions {
  readonly path: string;
  readonly config: RuntimeConfig;
  readonly origin: string;
  readonly content?: PageContent;
}

/** Renders documents with the build's template and render module. */
export interface PageRenderer {
  /** Returns the built index.html; null if the page is not built. */
  template(): Promise<string | null>;
  /** Returns the pages that are rendered completely; none if the page was built by Vite alone. */
  pages(): Promise<readonly PublicPageInfo[]>;
  /** Returns whether a path has a document of its own. */
  hasDocument(path: string): Promise<boolean>;
  /** Returns a document; the template as it is if the page was built by Vite alone. */
  render(template: string, options: RenderOptions): Promise<string>;
}

/** Creates the renderer of a built page. It reads the template anew each time, and the module once. */
export function createPageRenderer(pageFolder: string): PageRenderer {
  let loading: Promise<Module | null> | null = null;
  const load = () => (loading ??= loadModule(pageFolder));
  return {
    template: () => readOptional(join(pageFolder, 'index.html')),
    pages: async () => (await load())?.pages ?? [],
    async hasDocument(path) {
      const module = await load();
      if (module === null) return true;
      return path in module.files.preloads || module.pages.some((page) => page.path === path);
    },
    async render(template, options) {
      const module = await load();
      if (module === null) return template;
      const { preloads, publicScript } = module.files;
      const files = { preloads: preloads[options.path] ?? [], publicScript };
      return module.render({ template, ...options, ...files });
    },
  };
}

async function loadModule(pageFolder: string): Promise<Module | null> {
  const folder = join(pageFolder, '../renderer');
  const files = await readOptional(join(folder, 'files.json'));
  if (files === null) return null;
  const module: unknown = await import(pathToFileURL(join(folder, 'render.js')).href);
  const renderer: unknown = Object.assign({ files: JSON.parse(files) as unknown }, module);
  // The build made both; the compiler holds web/src/render.tsx to its shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return renderer as Module;
}

async function readOptional(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null);
}
