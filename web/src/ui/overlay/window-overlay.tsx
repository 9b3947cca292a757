import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { isTyping } from '#web/lib/react/is-typing.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { IconButton } from '#web/ui/form/button.tsx';
import { isToast } from './is-toast.ts';
import { scrimClass } from './overlay-class.ts';
import type { DialogProps } from './overlay-props.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface WindowOverlayProps extends Pick<
  DialogProps,
  'open' | 'onOpenChange' | 'title' | 'description' | 'closeOnOutside' | 'closeOnEscape'
> {
  readonly className: string;
  readonly headerClassName: string;
  readonly closeSize?: 'small' | 'medium';
  readonly headerActions?: ReactNode;
  /** Everything below the header. */
  readonly children: ReactNode;
}

/**
 * The window that dialogs and side panels share: backdrop, title, 'Close', and focus that returns.
 */
export function WindowOverlay(props: WindowOverlayProps) {
  const { open, onOpenChange, title, description } = props;
  const { closeOnOutside = true, closeOnEscape = true } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          onOpenAutoFocus={(event) => {
            returnFocus.onOpenAutoFocus(event);
            focusFirstField(event);
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={(event) => {
            if (!closeOnEscape) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (!closeOnOutside || isToast(event.target)) event.preventDefault();
          }}
          className={cx(
            'fixed z-50 flex flex-col border-hairline bg-surface shadow-float focus:outline-none',
            props.className,
          )}
        >
          <div className={cx('flex justify-between gap-4', props.headerClassName)}>
            <div className="min-w-0">
              <Radix.Title className="line-clamp-3 font-serif text-xl font-medium text-ink">
                {title}
              </Radix.Title>
              {description ? (
                <Radix.Description asChild>
                  <div className="mt-1 text-sm text-ink-soft">{description}</div>
                </Radix.Description>
              ) : null}
            </div>
            <div className="-mr-2 flex shrink-0 items-center gap-1 self-start">
              {props.headerActions}
              <Radix.Close asChild>
                <IconButton label="Close" size={props.closeSize}>
                  <X size={18} />
                </IconButton>
              </Radix.Close>
            </div>
          </div>
          {props.children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses the first field of a window instead of 'Close', if it is one to type in. */
function focusFirstField(event: Event): void {
  if (!(event.target instanceof Element)) return;
  const field = event.target.querySelector<HTMLElement>('input, select, textarea');
  if (!isTyping(field)) return;
  field?.focus();
  if (document.activeElement === field) event.preventDefault();
}
