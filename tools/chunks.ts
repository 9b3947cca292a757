import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Vite knows of a module that became a file: the file, and the sources of what it imports. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** The scripts of some sources of the built page, and of all that they import, as addresses without the leading slash. */
export function scriptsOfSources(dist: string, sources: readonly string[]): string[] {
  const chunks = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
  const files = new Set<string>();
  const visit = (source: string) => {
    const chunk = chunks[source];
    if (chunk === undefined) throw new Error(`The build has no ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...files];
}

const backend = 'src/app/data-layout.tsx';

/** What the router loads for the pages that are opened first; by address. */
export const firstRoutes: Readonly<Record<string, readonly string[]>> = {
  '/signin': [backend, 'src/app/routes/sign-in.tsx'],
  '/app': [backend, 'src/app/app-layout.tsx', 'src/app/routes/dashboard.tsx'],
  '/app/*': [backend, 'src/app/app-layout.tsx'],
};
