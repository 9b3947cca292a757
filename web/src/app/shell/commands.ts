/*
 * What opens over any page: the command palette, the sheet of keys, the panels that create. The shell listens for their
 * keys and shows its button; the rest is loaded when it is wanted.
 */
export type Opened = 'palette' | 'keys' | 'new-prompt' | 'new-group';

/** What `c` creates where one is: a group among the groups, else a prompt. */
export function createdAt(path: string): Opened {
  return path === '/app/groups' ? 'new-group' : 'new-prompt';
}

/** The group whose page is shown; a prompt that is created there goes into it. */
export function groupShownAt(path: string): string | null {
  return /^\/app\/groups\/([^/]+)$/.exec(path)?.[1] ?? null;
}
