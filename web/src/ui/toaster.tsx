import { CircleAlert, CircleCheck } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';

/** Where toasts appear. Once per page; colours are ours, sonner's own fail contrast. */
export function Toaster() {
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
