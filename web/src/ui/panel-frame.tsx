import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { cx } from '#web/lib/class-names.ts';
import { IconButton } from './button.tsx';
import { scrimClass } from './overlay-class.ts';
import type { SidePanelProps } from './overlay-props.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** {@link SidePanel}, loaded when first opened. */
export default function PanelFrame(props: SidePanelProps) {
  const { open, onOpenChange, title, description, children, footer, width = 'medium' } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => {
            if (props.closeOnOutside === false) event.preventDefault();
          }}
          className={cx(
            'fixed inset-y-0 right-0 z-50 flex w-full flex-col border-l border-hairline bg-surface shadow-float',
            'animate-[slide-in_180ms_var(--ease-out)] focus:outline-none',
            width === 'wide' ? 'md:max-w-3xl' : 'md:max-w-xl',
          )}
        >
          <header className="flex items-center justify-between gap-4 border-b border-hairline px-5 py-3 md:px-7">
            <div className="min-w-0">
              <Radix.Title className="truncate font-serif text-xl font-medium text-ink">
                {title}
              </Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className="text-sm text-ink-soft">{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" className="-mr-2">
                <X size={18} aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 md:px-7">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline px-5 py-3 md:px-7">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
