import type { toast as sonner } from 'sonner';

type Sonner = typeof sonner;

let loading: Promise<Sonner> | null = null;

/** What shows messages comes with the first of them, or before, when the browser has time. */
export async function preloadToasts(): Promise<void> {
  await shown();
}

function shown(): Promise<Sonner> {
  loading ??= import('./toaster.tsx').then(async ({ mountToaster, toast }) => {
    await mountToaster();
    return toast;
  });
  return loading;
}

async function show(act: (toast: Sonner) => unknown): Promise<void> {
  act(await shown());
}

/** A short message that comes and goes: four seconds, three at a time (ui/toaster.tsx shows them). */
export const toast = {
  success: (message: string): void => void show((toast) => toast.success(message)),
  error: (message: string): void => void show((toast) => toast.error(message)),
  /** Neither good nor bad. */
  note: (message: string): void => void show((toast) => toast(message)),
  /** With a button, such as 'Undo'. */
  action: (message: string, label: string, onClick: () => void): void =>
    void show((toast) => toast(message, { action: { label, onClick } })),
};
