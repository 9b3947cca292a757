import { CircleAlert } from 'lucide-react';
import { AlertDialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Button } from '#web/ui/form/button.tsx';
import type { ConfirmDialogProps } from './overlay-props.ts';
import { scrimClass } from './overlay-class.ts';
import { ScrollArea } from './scroll-area.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** The script behind {@link ConfirmDialog}. */
export default function ConfirmDialogOverlay(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, danger = false, onConfirm } = props;
  const returnFocus = useReturnFocus();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  function change(next: boolean) {
    if (busy) return;
    setError(null);
    onOpenChange(next);
  }

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          className="fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-md -translate-y-1/2 flex-col animate-[fade-in_160ms_ease-out] rounded-lg border border-hairline bg-surface p-6 shadow-float focus:outline-none"
        >
          <Radix.Title className="line-clamp-3 font-serif text-xl font-medium text-ink">
            {title}
          </Radix.Title>
          <Radix.Description asChild>
            <ScrollArea className="-mx-6 mt-2 min-h-0 overflow-y-auto px-6 text-sm text-ink-soft focus-visible:outline-offset-[-2px]">
              {description}
            </ScrollArea>
          </Radix.Description>
          <div aria-live="assertive">
            {error ? (
              <p className="mt-3 flex gap-1.5 text-sm text-danger-ink">
                <CircleAlert size={15} className="mt-[3px] shrink-0" />
                <span className="min-w-0">{error}</span>
              </p>
            ) : null}
          </div>
          <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:grow">
            <Radix.Cancel asChild>
              <Button>{props.cancelLabel ?? 'Cancel'}</Button>
            </Radix.Cancel>
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={props.disabled ?? false}
              onClick={() => void confirm()}
            >
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
