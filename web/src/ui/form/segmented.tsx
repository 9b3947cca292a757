import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly className?: string;
  /** With an icon, the label is for screen readers only. */
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon?: ReactNode;
    readonly className?: string | undefined;
  }[];
}

/** A few options side by side, one of them selected (an order, a view). */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'inline-flex shrink-0 gap-0.5 max-[17rem]:flex-wrap max-[17rem]:shrink rounded-md border border-hairline bg-sunken p-0.5',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          data-tooltip={option.icon ? option.label : undefined}
          className={cx(
            'relative flex h-[34px] grow items-center justify-center gap-1.5 rounded-sm px-3 pointer-coarse:h-[38px] pointer-coarse:before:absolute pointer-coarse:before:inset-x-0 pointer-coarse:before:-inset-y-[3px] text-sm font-medium text-ink-quiet transition-colors hover:text-ink has-checked:bg-chosen has-checked:text-ink has-checked:ring-1 has-checked:ring-hairline has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-ink',
            option.className,
          )}
        >
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
          {option.icon}
          <span className={option.icon ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
