import { readFile, stat } from 'node:fs/promises';
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

/** A build of the page, which renders documents with its template and render module. */
export interface BuiltPage {
  /** Differs between builds. */
  readonly key: string;
  /** The pages that are rendered completely; none if the page was built by Vite alone. */
  readonly pages: readonly PublicPageInfo[];
  /** Returns whether a path has a document of its own. */
  hasDocument(path: string): boolean;
  /** Returns a document; the template as it is if the page was built by Vite alone. */
  render(options: RenderOptions): Promise<string>;
}

/** Returns the current build; null if the page is not built. */
export type ReadBuild = () => Promise<BuiltPage | null>;

/** Creates what reads the current build, which may change while the server runs. */
export function createBuildReader(pageFolder: string): ReadBuild {
  const folder = join(pageFolder, '../renderer');
  let loading: Promise<Module> | null = null;
  let loaded: string | null = null;

  return async () => {
    const [template, version] = await Promise.all([
      readFile(join(pageFolder, 'index.html'), 'utf8').catch(() => null),
      // The build writes it last.
      stat(join(folder, 'files.json')).then(
        ({ mtimeMs }) => String(mtimeMs),
        () => null,
      ),
    ]);
    if (template === null) return null;
    if (version === null) return pageOf(template, '', null);
    if (version !== loaded || loading === null) {
      loaded = version;
      loading = loadModule(folder, version);
    }
    return pageOf(template, version, await loading);
  };
}

function pageOf(template: string, version: string, module: Module | null): BuiltPage {
  return {
    key: `${version}\n${template}`,
    pages: module?.pages ?? [],
    hasDocument: (path) =>
      module === null ||
      path in module.files.preloads ||
      module.pages.some((page) => page.path === path),
    async render(options) {
      if (module === null) return template;
      const { preloads, publicScript } = module.files;
      const files = { preloads: preloads[options.path] ?? [], publicScript };
      return module.render({ template, ...options, ...files });
    },
  };
}

async function loadModule(folder: string, version: string): Promise<Module> {
  const files: unknown = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8'));
  const address = pathToFileURL(join(folder, 'render.js'));
  // Node caches modules by address.
  address.search = version;
  const module: unknown = await import(address.href);
  // The build made both; the compiler holds web/src/render.tsx to its shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.assign({ files }, module) as Module;
}
