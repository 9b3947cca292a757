import { TriangleAlert } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { buttonClass, type ButtonLook } from './button-class.ts';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  readonly ref?: Ref<HTMLButtonElement>;
  /** The action is running: clicks do nothing, focus stays, and screen readers announce it. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** A button; `type` is 'button' by default. */
export function Button({ variant, size, busy = false, icon, ...props }: ButtonProps) {
  const { className, children, onClick, type = 'button', ...rest } = props;
  const dangerIcon = variant === 'danger' ? <TriangleAlert size={16} /> : null;
  const once = type === 'submit' || variant === 'primary' || variant === 'danger';
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Ignores the second click of a double click, which would repeat the action or hit the next
    // button here.
    if (busy || (once && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={handleClick}
      className={cx(buttonClass({ variant, size }), className)}
    >
      {busy ? <Spinner size="small" /> : (icon ?? dangerIcon)}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'aria-label'> {
  /** The accessible name; also the tooltip, unless there is a `title`. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A square button that shows only an icon. */
export function IconButton(buttonProps: IconButtonProps) {
  const { label, title, variant = 'quiet', className, ...props } = buttonProps;
  return (
    <Button
      data-tooltip={title ?? label}
      {...props}
      variant={variant}
      aria-label={label}
      className={cx(
        'aspect-square !px-0',
        variant === 'quiet' && props.size === 'small' && 'pointer-coarse:-mx-1.5',
        className,
      )}
    />
  );
}
