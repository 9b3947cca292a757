import type { toast as sonner } from 'sonner';

type Sonner = typeof sonner;

let loading: Promise<Sonner> | undefined;

/** Loads the toast script ahead of the first toast. */
export async function preloadToasts(): Promise<void> {
  await loadOnce();
}

function loadOnce(): Promise<Sonner> {
  loading ??= load().catch((reason: unknown) => {
    // It failed, for example offline: the next toast loads it again.
    loading = undefined;
    throw reason;
  });
  return loading;
}

async function load(): Promise<Sonner> {
  const { mountToaster, toast } = await import('./toaster.tsx');
  await mountToaster();
  return toast;
}

async function show(act: (toast: Sonner) => unknown): Promise<void> {
  const toast = await loadOnce().catch(() => null);
  if (toast) act(toast);
}

/**
 * Shows a short message for four seconds, three at a time (ui/feedback/toaster.tsx renders them).
 */
export const toast = {
  success: (message: string): void => void show((toast) => toast.success(message)),
  error: (message: string): void => void show((toast) => toast.error(message)),
  /** A neutral message. */
  note: (message: string): void => void show((toast) => toast(message)),
  /** A message with a button, such as 'Undo'. */
  action: (message: string, label: string, onClick: () => void): void =>
    void show((toast) => toast(message, { action: { label, onClick } })),
};
