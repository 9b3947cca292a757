/** The URLs of this visit, by their index in the browser's history, as the router counts it. */
const visited: string[] = [];

function currentIndex(): number {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'idx' in state ? Number(state.idx) : 0;
}

/** Records the URL of the current entry of the history. */
export function recordPage(url: string): void {
  visited[currentIndex()] = url;
}

/** Returns whether going back leads to this page, with any query string. */
export function isPreviousPage(url: string): boolean {
  return pathOf(visited[currentIndex() - 1]) === pathOf(url);
}

/** Returns the paths of earlier pages of this visit, newest first. */
export function earlierPaths(): string[] {
  // The server has no history.
  if (visited.length === 0) return [];
  return visited
    .slice(0, currentIndex())
    .toReversed()
    .flatMap((url) => pathOf(url) ?? []);
}

function pathOf(url: string | undefined): string | undefined {
  return url?.split('?')[0];
}
