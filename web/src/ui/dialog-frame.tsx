import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { cx } from '#web/lib/class-names.ts';
import { IconButton } from './button.tsx';
import type { DialogProps } from './overlay-props.ts';
import { scrimClass } from './overlay-class.ts';
import { useReturnFocus } from './use-return-focus.ts';

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-5xl' } as const;

/** {@link Dialog}, loaded when first opened. */
export default function DialogFrame(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, width = 'medium' } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-3 top-1/2 z-50 mx-auto flex max-h-[min(52rem,calc(100dvh-1.5rem))] -translate-y-1/2 flex-col',
            'rounded-lg border border-hairline bg-surface shadow-float animate-[fade-in_160ms_ease-out] focus:outline-none',
            widths[width],
          )}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
            <div className="min-w-0">
              <Radix.Title className="font-serif text-xl font-medium text-ink">{title}</Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className="mt-1 text-sm text-ink-soft">{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" size="small" className="-mr-2">
                <X size={18} aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </header>
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard too
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 focus-visible:outline-offset-[-2px]"
          >
            {children}
          </div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-hairline px-6 py-4">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
