import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface CheckboxProps {
  readonly label: ReactNode;
  readonly hideLabel?: boolean;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly name?: string;
  readonly className?: string;
}

/** A checkbox with its label at the right. */
export function Checkbox({
  label,
  hideLabel,
  checked,
  onCheckedChange,
  className,
  ...input
}: CheckboxProps) {
  return (
    <label
      className={cx(
        'group/check flex items-start gap-2.5 text-sm text-ink',
        // The touch target is larger than the visible box.
        hideLabel
          ? 'pointer-coarse:-m-[13px] pointer-coarse:p-[13px]'
          : 'pointer-coarse:-my-1.5 pointer-coarse:py-3',
        className,
      )}
    >
      <span className="relative mt-px grid size-[18px] shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.currentTarget.checked)}
          className={cx(
            'peer size-[18px] cursor-pointer appearance-none rounded-sm border border-outline bg-surface transition-colors',
            'checked:border-ink checked:bg-ink disabled:cursor-not-allowed disabled:opacity-50',
          )}
        />
        <Check
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-ground opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className={hideLabel ? 'sr-only' : 'min-w-0 wrap-anywhere'}>{label}</span>
    </label>
  );
}
