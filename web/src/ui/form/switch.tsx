import { useId, useState, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

interface SwitchProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
}

/** An on/off switch with its label at the left. */
export function Switch({ label, hint, checked, onCheckedChange }: SwitchProps) {
  const hintId = useId();
  /** The pressed state until `checked` follows: a mutation tells in a later task. */
  const [pressed, setPressed] = useState<{ readonly isOn: boolean } | null>(null);
  const isOn = pressed?.isOn ?? checked;
  return (
    <label className="flex min-h-8 items-center justify-between gap-6 py-1 pointer-coarse:min-h-11">
      <span className="min-w-0">
        <span className="block text-sm font-medium text-ink">{label}</span>
        {hint ? (
          <span id={hintId} className="block text-xs text-ink-quiet">
            {hint}
          </span>
        ) : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        aria-label={label}
        aria-describedby={hint ? hintId : undefined}
        checked={isOn}
        onChange={({ currentTarget }) => {
          const next = { isOn: currentTarget.checked };
          setPressed(next);
          setTimeout(() => setPressed((current) => (current === next ? null : current)), 50);
          onCheckedChange(next.isOn);
        }}
        className={cx(
          'relative h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-outline bg-sunken',
          'transition-colors before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full',
          'before:bg-ink-quiet before:transition-transform checked:border-ink checked:bg-ink',
          'checked:before:translate-x-4 checked:before:bg-ground',
        )}
      />
    </label>
  );
}
