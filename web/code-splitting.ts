import { dirname, join } from 'node:path';

/** Rolldown's information about modules. */
interface ChunkingContext {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
    readonly code: string | null;
  } | null;
}

type ModuleTest = (id: string, context: ChunkingContext) => boolean;

function pathOf(file: string): string {
  return join(import.meta.dirname, 'src', file);
}

function informationOf(file: string, context: ChunkingContext) {
  const module = context.getModuleInfo(pathOf(file));
  // Without this check, a moved file would only cost its chunk.
  if (module === null) throw new Error(`${file} is not part of the build`);
  return module;
}

/**
 * Returns a function that tells whether a module is imported, directly or indirectly, by `file`.
 */
function importedBy(file: string): ModuleTest {
  let imported: Set<string> | null = null;
  return (id, context) => {
    informationOf(file, context);
    imported ??= findImports([pathOf(file)], context);
    return imported.has(id);
  };
}

/**
 * Returns a function that tells whether a module is part of what `files` load by `import()`, except
 * for `others`.
 */
function loadedBy(files: readonly string[], others: readonly string[] = []): ModuleTest {
  let loaded: Set<string> | null = null;
  return (id, context) => {
    loaded ??= findImports(
      files
        .flatMap((file) => informationOf(file, context).dynamicallyImportedIds)
        .filter((entry) => !others.some((other) => entry === pathOf(other))),
      context,
    );
    return loaded.has(id);
  };
}

function findImports(entries: readonly string[], context: ChunkingContext): Set<string> {
  const imports = new Set(entries);
  // The loop also visits modules that it adds.
  for (const id of imports) {
    const { importedIds = [], code } = context.getModuleInfo(id) ?? {};
    for (const imported of importedIds) {
      if (!allIcons.test(imported)) imports.add(imported);
      else for (const icon of findIcons(code ?? '', imported, context)) imports.add(icon);
    }
  }
  return imports;
}

/** The module that exports every icon. */
const allIcons = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;
const icon = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;

/** Returns the modules of the icons that `code` imports by name. */
function findIcons(code: string, iconIndex: string, context: ChunkingContext): string[] {
  const { code: index } = context.getModuleInfo(iconIndex) ?? {};
  const names = /import\s*\{([^}]*)\}\s*from\s*['"]lucide-react['"]/.exec(code)?.[1] ?? '';
  return names.split(',').flatMap((name) => {
    const exported = /\w+/.exec(name)?.[0] ?? '';
    const file = new RegExp(`default as ${exported}\\b[^}]*\\} from '([^']+)'`).exec(index ?? '');
    return file?.[1] === undefined ? [] : [join(dirname(iconIndex), file[1])];
  });
}

const neededByBackendPages = importedBy('app/data-layout.tsx');
const neededByDashboard = importedBy('app/app-layout.tsx');
const neededBySignIn = importedBy('app/routes/auth/sign-in.tsx');
/** Modules that every page of the app loads once the browser is idle. */
const loadedWhenIdle = loadedBy([
  'app/shell/navigation/navigation-list.tsx',
  'app/shell/shell.tsx',
  'app/shell/sidebar.tsx',
  'app/shell/sign-out.ts',
  'app/shell/use-commands.ts',
  'features/groups/group-panel.tsx',
  'features/prompts/outbox/outbox-notice.tsx',
  'features/prompts/panel/prompt-panel.tsx',
  'ui/overlay/overlays.tsx',
]);
/** Modules that pages need at once, except for those that are a prompt's panel in full size. */
const neededByPages = loadedBy(
  ['app/app-routes.ts', 'app/router.tsx'],
  ['app/routes/prompts/new-prompt.tsx', 'app/routes/prompts/edit-prompt.tsx'],
);
/** Large parts of some pages, which others shouldn't wait for: the editor and comparisons. */
const large = [importedBy('ui/editor/text-editor.tsx'), importedBy('ui/content/side-by-side.tsx')];
/** Most of the code that follows changes over `/realtime/v1`. */
const live = /[\\/](data[\\/]live|@supabase)[\\/]|[\\/]live-updates\.tsx$/;
/** Loaded as soon as the page is shown, although dialogs import it, too. */
const preserveFocus = pathOf('lib/react/preserve-focus.ts');

/** Small modules of several pages. The first script names every chunk, and has a budget. */
const common = [
  '../../templating/references',
  'data/account/access-limits',
  'data/backend/query-failure',
  'data/backend/use-all-pages',
  'data/proposals/',
  'data/teams/who-will-see',
  'lib/storage/use-local-storage-state',
  'lib/values/',
  'ui/content/is-long-text',
  'ui/content/text-blocks',
  'ui/content/variable-text',
  'ui/drawings/empty-',
  'ui/feedback/copy-text',
  'ui/feedback/navigate-with-error',
  'ui/feedback/page-notice',
  'ui/form/checkbox',
  'ui/list/sort-select',
].map((start) => join(import.meta.dirname, 'src', start));
const screens = /[\\/]src[\\/](app|features)[\\/]/;
const data =
  /[\\/]src[\\/]data[\\/]|[\\/]node_modules[\\/](@supabase|@tanstack|tslib|valibot)[\\/]/;

/**
 * Returns the chunk of a module that the first pages need, so that browsers load a few scripts
 * instead of dozens. The dashboard's modules are cut by layer (tools/import-rules.cjs): `app`
 * imports `data`, and both import `kit`. `sign-in` contains modules that the dashboard doesn't need,
 * and `idle` overlays and panels. Other modules stay with their route.
 */
export function chunkOf(id: string, context: ChunkingContext): string | null {
  const forBackend = neededByBackendPages(id, context);
  if (forBackend || neededByDashboard(id, context)) {
    if (screens.test(id)) return forBackend ? 'data' : 'app';
    return data.test(id) ? 'data' : 'kit';
  }
  if (neededBySignIn(id, context)) return 'sign-in';
  if (common.some((start) => id.startsWith(start))) return 'common';
  if (loadedWhenIdle(id, context) && !large.some((needs) => needs(id, context))) {
    if (neededByPages(id, context)) return 'common';
    return live.test(id) || id === preserveFocus ? null : 'idle';
  }
  return icon.test(id) ? 'icons' : null;
}
