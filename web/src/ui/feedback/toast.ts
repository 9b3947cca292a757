import type { toast as sonner } from 'sonner';

type Sonner = typeof sonner;

let loading: Promise<Sonner> | undefined;

/** What shows messages comes with the first of them, or before, when the browser has time. */
export async function preloadToasts(): Promise<void> {
  await shown();
}

function shown(): Promise<Sonner> {
  loading ??= load().catch((reason: unknown) => {
    // Without a line it did not come: the next message asks for it again.
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
  const toast = await shown().catch(() => null);
  if (toast) act(toast);
}

/** A short message that comes and goes: four seconds, three at a time (ui/feedback/toaster.tsx shows them). */
export const toast = {
  success: (message: string): void => void show((toast) => toast.success(message)),
  error: (message: string): void => void show((toast) => toast.error(message)),
  /** Neither good nor bad. */
  note: (message: string): void => void show((toast) => toast(message)),
  /** With a button, such as 'Undo'. */
  action: (message: string, label: string, onClick: () => void): void =>
    void show((toast) => toast(message, { action: { label, onClick } })),
};
