import { ChevronDown } from 'lucide-react';
import { cx } from '#web/lib/theme/class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly disabled?: boolean;
  }[];
  readonly name?: string;
  readonly disabled?: boolean;
}

/** A native select, which phones and screen readers support best. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, error, aside, className, value, onChange, options, ...select } =
    props;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value);
              if (chosen) onChange(chosen.value);
            }}
            className={cx(
              controlClass,
              'h-10 appearance-none truncate pr-8 text-sm pointer-coarse:h-11',
            )}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-quiet"
          />
        </div>
      )}
    </Field>
  );
}
