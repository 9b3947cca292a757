import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster as Sonner } from 'sonner';

export { toast } from 'sonner';

/**
 * Mounts the toaster outside the page, since some toasts outlive their page. Call it once; it
 * resolves when ready.
 */
export function mountToaster(): Promise<void> {
  const container = document.createElement('div');
  document.body.append(container);
  return new Promise((resolve) => {
    createRoot(container).render(<Toaster onMounted={resolve} />);
  });
}

/** The list of toasts. The colours are ours, since sonner's own fail the contrast requirement. */
function Toaster({ onMounted }: { readonly onMounted: () => void }) {
  // Effects of children run first: sonner drops toasts that come before its own effect.
  useEffect(onMounted, [onMounted]);
  return (
    <Sonner
      duration={4000}
      visibleToasts={3}
      // At the bottom they would cover the buttons of a panel or a phone.
      position="top-center"
      icons={{
        success: <CircleCheck size={18} className="text-public-ink" aria-hidden="true" />,
        error: <CircleAlert size={18} className="text-danger-ink" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[356px] font-sans max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border border-hairline bg-surface px-4 py-3 text-sm text-ink shadow-float',
          actionButton: 'ml-auto shrink-0 font-medium text-cue-ink hover:underline',
        },
      }}
    />
  );
}
