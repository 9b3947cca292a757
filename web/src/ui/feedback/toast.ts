import type { ToastScript } from './toaster.tsx';

let loading: Promise<ToastScript> | undefined;

/** Loads the toast script ahead of the first toast. */
export async function preloadToasts(): Promise<void> {
  await loadOnce();
}

function loadOnce(): Promise<ToastScript> {
  loading ??= load().catch((reason: unknown) => {
    // It failed, for example offline: the next toast loads it again.
    loading = undefined;
    throw reason;
  });
  return loading;
}

async function load(): Promise<ToastScript> {
  const { mountToaster } = await import('./toaster.tsx');
  return mountToaster();
}

/** Number of the user's last action: what one click causes belongs together. */
let interaction = 0;
let toastCount = 0;
let shown: readonly { readonly id: string; readonly interaction: number }[] = [];

async function show(act: (toaster: ToastScript, id: string) => unknown): Promise<void> {
  toastCount += 1;
  const id = `toast-${toastCount}`;
  shown = [...shown.slice(-9), { id, interaction }];
  const toaster = await loadOnce().catch(() => null);
  if (toaster) act(toaster, id);
}

function countInteraction(): void {
  interaction += 1;
}

/** Counts clicks, keys and 'back', for {@link enterPage}. Returns how to stop. */
export function trackInteractions(): () => void {
  const stop = new AbortController();
  for (const type of ['pointerdown', 'keydown', 'popstate']) {
    addEventListener(type, countInteraction, { capture: true, signal: stop.signal });
  }
  return () => stop.abort();
}

let page: string | null = null;

/**
 * Dismisses the toasts of the page that was left, when another one is entered. A toast of the same
 * click that left the page stays: it reports why, as after deleting a prompt on its page.
 */
export function enterPage(path: string): void {
  if (page === path) return;
  page = path;
  const isOld = (each: { readonly interaction: number }) => each.interaction < interaction;
  const old = shown.filter(isOld);
  shown = shown.filter((each) => !isOld(each));
  void loading?.then(
    ({ toast }) => old.forEach(({ id }) => toast.dismiss(id)),
    () => undefined,
  );
}

/**
 * Shows a short message for four seconds, three at a time (ui/feedback/toaster.tsx renders them).
 */
export const toast = {
  success: (message: string): void => void show(({ toast }, id) => toast.success(message, { id })),
  error: (message: string): void => void show(({ toast }, id) => toast.error(message, { id })),
  /** A neutral message. */
  note: (message: string): void => void show(({ toast }, id) => toast(message, { id })),
  /**
   * A success with the button 'Undo'. `undo` resolves to the message that reports it, or to null if
   * the page shows it. It throws an error whose message can be shown.
   */
  undoable: (message: string, undo: () => Promise<string | null>): void =>
    void show(({ showUndoable }, id) => showUndoable(id, message, undo, toast)),
};
