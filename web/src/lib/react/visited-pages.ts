import { currentEntry } from './history-entry.ts';

/** The paths of this visit, by their index in the browser's history, as the router counts it. */
const visited: string[] = [];

const currentIndex = () => currentEntry()?.idx ?? 0;

/** Records the path of the current entry of the history. */
export function recordPage(path: string): void {
  visited[currentIndex()] = path;
}

/** Returns the index of the page that this one was opened from; it may have no entry. */
function openerIndex(): number {
  const here = visited[currentIndex()] ?? '';
  let index = currentIndex() - 1;
  while (isPartOf(here, visited[index])) index -= 1;
  return index;
}

/** Returns whether a path is the page itself, a page below it, or a form, which is left for good. */
function isPartOf(page: string, path: string | undefined): boolean {
  return path === page || path?.startsWith(`${page}/`) === true || path?.endsWith('/edit') === true;
}

/** Returns the path of the page that this one was opened from in this visit. */
export function openerPath(): string | null {
  return visited[openerIndex()] ?? null;
}

/**
 * Returns how many entries back in the history this page was opened from a URL, with any query
 * string; 0 if it was not.
 */
export function stepsBackTo(url: string): number {
  return openerPath() === url.split('?')[0] ? currentIndex() - openerIndex() : 0;
}

/** Returns the paths of earlier pages of this visit, newest first. */
export function earlierPaths(): string[] {
  // The server has no history.
  if (visited.length === 0) return [];
  return visited
    .slice(0, currentIndex())
    .toReversed()
    .filter((path) => path !== undefined);
}
