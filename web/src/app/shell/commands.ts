import { isUuid } from '#contract/uuid.ts';

/*
 * The overlays of any page: command palette, keyboard shortcuts, panels that create, import and
 * export. The shell handles their shortcuts; the overlays are loaded on demand.
 */
export type Overlay = 'palette' | 'keys' | 'new-prompt' | 'new-group' | 'import' | 'export';

/**
 * Returns the overlay that `c` opens on a page: on the groups page a new group, else a new prompt.
 */
export function createOverlayFor(path: string): Overlay {
  return path === '/app/groups' ? 'new-group' : 'new-prompt';
}

/** Returns the id of the group whose page is shown. New prompts are added to it. */
export function groupIdOf(path: string): string | null {
  return /^\/app\/groups\/([^/]+)$/.exec(path)?.[1] ?? null;
}

/** Returns the id of the team whose page is shown. New prompts are added to it. */
export function teamIdOf(path: string): string | null {
  const id = /^\/app\/teams\/([^/]+)$/.exec(path)?.[1] ?? '';
  return isUuid(id) ? id : null;
}
