import { join } from 'node:path';

/** What Rolldown tells about modules. */
interface ChunkingContext {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Returns a function that tells whether a module, with all that it imports statically, needs another. */
function reachedFrom(file: string): (id: string, context: ChunkingContext) => boolean {
  let reached: Set<string> | null = null;
  return (id, context) => {
    if (reached === null) {
      reached = new Set([join(import.meta.dirname, 'src/app', file)]);
      // A set visits what is added on the way, too.
      for (const each of reached) {
        for (const imported of context.getModuleInfo(each)?.importedIds ?? [])
          reached.add(imported);
      }
    }
    return reached.has(id);
  };
}

const neededByBackendPages = reachedFrom('data-layout.tsx');
const neededByDashboard = reachedFrom('app-layout.tsx');
const neededBySignIn = reachedFrom('routes/sign-in.tsx');

const screens = /[\\/]src[\\/](app|features)[\\/]/;
const data =
  /[\\/]src[\\/]data[\\/]|[\\/]node_modules[\\/](@supabase|@tanstack|tslib|valibot)[\\/]/;

/**
 * Returns the chunk of a module of the pages that are opened first: a few scripts, where the browser would ask for
 * dozens. What the dashboard needs is cut by layer: `app` imports `data`, and both import `kit`, never the other way
 * round (tools/import-rules.cjs). `sign-in` holds what the dashboard doesn't need. All else goes with its route.
 */
export function chunkOf(id: string, context: ChunkingContext): string | null {
  const forBackend = neededByBackendPages(id, context);
  if (forBackend || neededByDashboard(id, context)) {
    if (screens.test(id)) return forBackend ? 'data' : 'app';
    return data.test(id) ? 'data' : 'kit';
  }
  return neededBySignIn(id, context) ? 'sign-in' : null;
}
