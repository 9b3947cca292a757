/*
 * A page that was opened before the installation was built anew asks for scripts that are gone. A document of today
 * names those of today.
 */

/** What browsers say of a script, or its style sheet, that did not come when it was needed. */
const lost = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

const key = 'cuebook.build-left';
/** The build that this page is of: its first script carries a hash in its name. */
const build = import.meta.url;

let isLeaving = false;

/**
 * Tracks whether the browser is leaving the page. Firefox and Safari then cancel the scripts that it loads, and a reload
 * would cancel the leaving: the link that was pressed would do nothing. A person who goes on here has not left.
 */
export function trackLeaving(): void {
  window.addEventListener('beforeunload', () => (isLeaving = true));
  for (const use of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(use, () => (isLeaving = false), true);
  }
}

/**
 * Whether a page broke for want of a script, and has not been loaded anew for it yet. Of a build that was left once
 * in this tab, or without a line, the reason is another; and without a line nothing could be loaded anew.
 */
export function wantsNewBuild(error: unknown): boolean {
  return navigator.onLine && error instanceof Error && lost.test(error.message) && left() !== build;
}

/** Loads the page that is shown anew. What was typed is in its draft. */
export function loadNewBuild(): void {
  if (isLeaving) return;
  try {
    sessionStorage.setItem(key, build);
  } catch {
    // Nothing can be kept here: rather no new build than one after the other.
    return;
  }
  location.reload();
}

function left(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return build;
  }
}
