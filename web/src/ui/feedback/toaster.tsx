import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster as Sonner, toast } from 'sonner';

/** The functions that show toasts. */
export interface ToastScript {
  readonly toast: typeof toast;
  readonly showUndoable: typeof showUndoable;
}

/** Long enough to read the message, and to reach its button by keyboard. */
const undoDuration = 10_000;

/** Shows a success with the button 'Undo', and reports with `results` what it did. */
function showUndoable(
  id: string,
  message: string,
  undo: () => Promise<string | null>,
  results: Record<'success' | 'error', (message: string) => void>,
): void {
  async function run(): Promise<void> {
    try {
      const done = await undo();
      if (done !== null) results.success(done);
    } catch (reason) {
      results.error(`Couldn't undo: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }
  toast.success(message, {
    id,
    duration: undoDuration,
    action: {
      label: 'Undo',
      onClick: ({ currentTarget }) => {
        // Sonner gives the focus back when the button loses it, but not when its toast goes.
        currentTarget.blur();
        void run();
      },
    },
  });
}

/**
 * Mounts the toaster outside the page, since some toasts outlive their page. Call it once; it
 * resolves when ready.
 */
export async function mountToaster(): Promise<ToastScript> {
  const container = document.createElement('div');
  document.body.append(container);
  await new Promise<void>((resolve) => {
    createRoot(container).render(<Toaster onMounted={resolve} />);
  });
  return { toast, showUndoable };
}

/** The list of toasts. The colours are ours, since sonner's own fail the contrast requirement. */
function Toaster({ onMounted }: { readonly onMounted: () => void }) {
  // Effects of children run first: sonner drops toasts that come before its own effect.
  useEffect(onMounted, [onMounted]);
  return (
    <Sonner
      duration={4000}
      visibleToasts={3}
      position="bottom-center"
      icons={{
        success: <CircleCheck size={16} className="text-ink-soft" />,
        error: <CircleAlert size={16} className="text-danger-ink" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          // Centred, and as wide as its text, which may take two lines; more for an error and on phones.
          toast:
            'group inset-x-0 mx-auto flex w-fit max-w-[min(36rem,100%)] font-sans items-center gap-2.5 rounded-lg border border-hairline bg-surface px-3.5 py-2.5 text-sm text-ink shadow-float',
          content: 'min-w-0',
          title: 'line-clamp-4 sm:group-not-data-[type=error]:line-clamp-2',
          actionButton:
            'ml-auto -my-1 shrink-0 rounded-sm border-l border-hairline py-1 pl-3 font-medium text-cue-ink hover:underline pointer-coarse:-my-2 pointer-coarse:py-3',
        },
      }}
    />
  );
}
