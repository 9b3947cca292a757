/*
 * Tabs share the files of a new prompt's draft. A lock says that a form uses them, so that another
 * tab that discards the draft leaves them to it. Browsers have no locks outside of HTTPS and
 * localhost.
 */

const tab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

function lockPrefix(promptId: string): string {
  return `cuebook.files/${promptId}/`;
}

/** Marks the files of a new prompt as used by a form of this tab. Returns what ends that. */
export function markFilesInUse(promptId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  if ('locks' in navigator) {
    const name = lockPrefix(promptId) + tab;
    void navigator.locks.request(name, { mode: 'shared' }, () => promise);
  }
  return resolve;
}

/** Whether a form of another tab uses the files of a new prompt. */
export async function areFilesUsedElsewhere(promptId: string): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  const prefix = lockPrefix(promptId);
  return held.some(({ name = '' }) => name.startsWith(prefix) && name !== prefix + tab);
}
