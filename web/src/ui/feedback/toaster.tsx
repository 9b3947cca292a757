import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster as Sonner } from 'sonner';

export { toast } from 'sonner';

/** Makes room for toasts beside the page, since some outlive the page that gave them. Called once; ready when it resolves. */
export function mountToaster(): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  return new Promise((resolve) => {
    createRoot(place).render(<Toaster onMounted={resolve} />);
  });
}

/** Where toasts appear; colours are ours, sonner's own fail contrast. */
function Toaster({ onMounted }: { readonly onMounted: () => void }) {
  // After sonner's own effect, which is its child's: what comes before that is not shown.
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
