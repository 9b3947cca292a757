import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** The attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  /** The validation error; announced when it appears. */
  readonly error?: string | null | undefined;
  /** Beside the label, at the right: a link, a count. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
}

interface LabelledFieldProps extends FieldProps {
  readonly children: (control: FieldControl, labelId: string) => ReactNode;
}

/**
 * A labelled control with hint and error; `children` renders the control. One that `label` can't
 * refer to, such as an editable element, is named by `labelId`.
 */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  aside,
  className,
  children,
}: LabelledFieldProps) {
  const id = useId();
  const labelId = `${id}-label`;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = cx(errorId, hintId) || undefined;
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div
        className={cx(
          'flex items-baseline justify-between gap-4',
          hideLabel && !aside && 'sr-only',
        )}
      >
        <label
          id={labelId}
          htmlFor={id}
          className={cx(
            'min-w-0 wrap-anywhere text-sm font-medium text-ink',
            hideLabel && 'sr-only',
          )}
        >
          {label}
        </label>
        {aside}
      </div>
      {children(
        { id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined },
        labelId,
      )}
      <div aria-live="polite" className="contents">
        {error ? (
          <p id={errorId} className="flex gap-1.5 text-sm text-danger-ink">
            <CircleAlert size={15} className="mt-[3px] shrink-0" />
            <span className="min-w-0">{error}</span>
          </p>
        ) : null}
      </div>
      {hint ? (
        <p id={hintId} className="text-xs text-ink-quiet">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** The classes of a text control. */
export const controlClass = cx(
  'w-full rounded-md border border-outline bg-surface px-3 text-base text-ink transition-colors',
  'hover:border-ink-quiet focus-visible:border-ink focus-visible:-outline-offset-1',
  'aria-invalid:border-danger aria-invalid:outline-danger disabled:bg-sunken disabled:text-ink-quiet [:is(input,textarea)&:read-only]:bg-sunken',
);

/** The classes of a text control of one line, as high as a button beside it. */
export const lineControlClass = cx(controlClass, 'h-10 pointer-coarse:h-11');
