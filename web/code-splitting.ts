import { dirname, join } from 'node:path';

/** Rolldown's information about modules. */
interface ChunkingContext {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

/**
 * Returns a function that tells whether a module is imported, directly or indirectly, by `file`.
 */
function importedBy(file: string): (id: string, context: ChunkingContext) => boolean {
  let imported: Set<string> | null = null;
  return (id, context) => {
    imported ??= findImports(join(import.meta.dirname, 'src/app', file), context);
    return imported.has(id);
  };
}

function findImports(entry: string, context: ChunkingContext): Set<string> {
  // Without this check, a moved file would only cost its chunk.
  if (context.getModuleInfo(entry) === null) throw new Error(`${entry} is not part of the build`);
  const imports = new Set([entry]);
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

const neededByBackendPages = importedBy('data-layout.tsx');
const neededByDashboard = importedBy('app-layout.tsx');
const neededBySignIn = importedBy('routes/auth/sign-in.tsx');

/** Small modules of several pages. The first script names every chunk, and has a budget. */
const common = [
  '../../contract/new-id',
  '../../contract/template-categories',
  '../../text/group-path',
  'data/account/access-limits',
  'data/account/profiles',
  'data/backend/query-failure',
  'data/backend/use-all-pages',
  'data/groups/cached-group-name',
  'data/groups/group-options',
  'data/prompts/listed-prompt',
  'data/prompts/prompt-values',
  'data/proposals/',
  'data/teams/team-role',
  'data/teams/teams',
  'data/teams/use-may-edit',
  'data/teams/who-will-see',
  'lib/react/use-focus-when-opened',
  'lib/text/code-point-length',
  'lib/text/pick-strings',
  'lib/text/too-long-message',
  'lib/values/',
  'ui/content/is-long-text',
  'ui/drawings/empty-',
  'ui/feedback/alert',
  'ui/feedback/badge',
  'ui/feedback/copy-text',
  'ui/feedback/navigate-with-error',
  'ui/feedback/page-notice',
  'ui/form/checkbox',
  'ui/form/counter',
  'ui/form/draft-',
  'ui/form/editor-form',
  'ui/form/newer-version-notice',
  'ui/form/segmented',
  'ui/form/switch',
  'ui/form/text-area',
].map((start) => join(import.meta.dirname, 'src', start));
const screens = /[\\/]src[\\/](app|features)[\\/]/;
const data =
  /[\\/]src[\\/]data[\\/]|[\\/]node_modules[\\/](@supabase|@tanstack|tslib|valibot)[\\/]/;

/**
 * Returns the chunk of a module that the first pages need, so that browsers load a few scripts
 * instead of dozens. The dashboard's modules are cut by layer: `app` imports `data`, and both
 * import `kit`, never the other way round (tools/import-rules.cjs). `sign-in` contains what the dashboard
 * doesn't need. Other modules stay with their route.
 */
export function chunkOf(id: string, context: ChunkingContext): string | null {
  const forBackend = neededByBackendPages(id, context);
  if (forBackend || neededByDashboard(id, context)) {
    if (screens.test(id)) return forBackend ? 'data' : 'app';
    return data.test(id) ? 'data' : 'kit';
  }
  if (neededBySignIn(id, context)) return 'sign-in';
  if (common.some((start) => id.startsWith(start))) return 'common';
  return icon.test(id) ? 'icons' : null;
}
