/*
 * A page that was opened before an upgrade requests scripts that no longer exist. A fresh document
 * names the current ones.
 */

/** Browsers' messages for a script or style sheet that failed to load. */
const missingScript =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

const key = 'cuebook.build-left';
/** The build of this page: its first script has a hash in its name. */
const currentBuild = import.meta.url;

let isLeaving = false;

/**
 * Tracks whether the browser is leaving the page. Firefox and Safari then cancel loading scripts,
 * and a reload would cancel the navigation. A user who continues to use the page hasn't left.
 */
export function trackLeaving(): void {
  window.addEventListener('beforeunload', () => (isLeaving = true));
  for (const use of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(use, () => (isLeaving = false), true);
  }
}

/** Returns whether an error is that of a script which failed to load. */
export function isMissingScript(error: unknown): boolean {
  return error instanceof Error && missingScript.test(error.message);
}

/**
 * Returns whether a reload can load a missing script. It can't if this tab already reloaded for
 * this build, or while offline.
 */
export function shouldLoadNewBuild(error: unknown): boolean {
  return navigator.onLine && isMissingScript(error) && readAbandonedBuild() !== currentBuild;
}

/** Reloads the page. Typed text is in its draft. */
export function loadNewBuild(): void {
  if (isLeaving) return;
  try {
    sessionStorage.setItem(key, currentBuild);
  } catch {
    // Without storage, reloads could repeat forever.
    return;
  }
  location.reload();
}

function readAbandonedBuild(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return currentBuild;
  }
}
