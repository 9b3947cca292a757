import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What Vite knows of a module that became a file: the file, and the sources of what it imports. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

function chunksOf(dist: string): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Readonly<
    Record<string, Chunk>
  >;
}

/** The scripts of some sources of the built page, and of all that they import, as addresses without the leading slash. */
export function scriptsOfSources(dist: string, sources: readonly string[]): string[] {
  const chunks = chunksOf(dist);
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

/**
 * A way from a script of the built page back to itself, as file names; null when there is none. Of two scripts that
 * import each other, the one that runs first finds the other's values undefined.
 */
export function circleOfScripts(dist: string): string[] | null {
  const chunks = chunksOf(dist);
  const clear = new Set<string>();
  const circleFrom = (source: string, way: readonly string[]): string[] | null => {
    if (way.includes(source)) return [...way.slice(way.indexOf(source)), source];
    if (clear.has(source)) return null;
    for (const imported of chunks[source]?.imports ?? []) {
      const circle = circleFrom(imported, [...way, source]);
      if (circle) return circle;
    }
    clear.add(source);
    return null;
  };
  for (const source of Object.keys(chunks)) {
    const circle = circleFrom(source, []);
    if (circle) return circle.map((each) => chunks[each]?.file ?? each);
  }
  return null;
}

const backend = 'src/app/data-layout.tsx';

/** What the router loads for the pages that are opened first; by address. */
export const firstRoutes: Readonly<Record<string, readonly string[]>> = {
  '/signin': [backend, 'src/app/routes/sign-in.tsx'],
  '/app': [backend, 'src/app/app-layout.tsx'],
  '/app/*': [backend, 'src/app/app-layout.tsx'],
};
