import { join } from 'node:path';

/** Rolldown's information about modules. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
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
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) imports.add(imported);
  }
  return imports;
}

const neededByBackendPages = importedBy('data-layout.tsx');
const neededByDashboard = importedBy('app-layout.tsx');
const neededBySignIn = importedBy('routes/auth/sign-in.tsx');

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
  return neededBySignIn(id, context) ? 'sign-in' : null;
}
