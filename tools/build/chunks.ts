import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script of the built page. */
export interface Chunk {
  /** The chunks it imports statically, by file name. */
  readonly imports: readonly string[];
  /** The modules it contains, relative to web/. */
  readonly modules: readonly string[];
}

/** The scripts of a build, by file name. */
export type Chunks = Readonly<Record<string, Chunk>>;

/** File in which the build records its chunks, relative to web/dist. */
export const chunksFile = '.vite/chunks.json';

const dataLayout = 'src/app/data-layout.tsx';
const appLayout = 'src/app/app-layout.tsx';

/** The modules that the router loads for common entry pages, by path. */
export const firstRoutes: Readonly<Record<string, readonly string[]>> = {
  '/signin': [dataLayout, 'src/app/routes/auth/sign-in.tsx'],
  '/app': [dataLayout, appLayout],
  '/app/*': [dataLayout, appLayout],
};

/** Returns the files of the chunks that contain `modules`, and of their static imports. */
export function filesOf(dist: string, modules: readonly string[]): string[] {
  const chunks = JSON.parse(readFileSync(join(dist, chunksFile), 'utf8')) as Chunks;
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const imported of chunks[file]?.imports ?? []) add(imported);
  };
  for (const module of modules) {
    const chunk = Object.keys(chunks).find((file) => chunks[file]?.modules.includes(module));
    if (chunk === undefined) throw new Error(`The build has no ${module}`);
    add(chunk);
  }
  return [...files];
}

/** Returns a cycle of static imports, as file names from one back to itself, or null. */
export function findImportCycle(chunks: Chunks): string[] | null {
  const acyclic = new Set<string>();
  const cycleFrom = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (acyclic.has(file)) return null;
    for (const imported of chunks[file]?.imports ?? []) {
      const cycle = cycleFrom(imported, [...path, file]);
      if (cycle) return cycle;
    }
    acyclic.add(file);
    return null;
  };
  for (const file of Object.keys(chunks)) {
    const cycle = cycleFrom(file, []);
    if (cycle) return cycle;
  }
  return null;
}
