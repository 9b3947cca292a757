import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { Field, lineControlClass, type FieldProps } from './field.tsx';

const SearchableSelect = lazy(() => import('./searchable-select.tsx'));

/** More options than this are searched. */
const maxNative = 30;

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

/**
 * A native select, which phones and screen readers support best; with many options, such as hundreds
 * of groups, one that is searched.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, hint, error, aside, className, value, onChange, options, ...select } =
    props;

  function choose(value: string) {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  }

  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => {
        const native = (
          <div className="relative">
            <select
              {...select}
              {...control}
              value={value}
              onChange={(event) => choose(event.currentTarget.value)}
              className={cx(lineControlClass, 'appearance-none truncate pr-8 text-sm')}
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
        );
        if (options.length <= maxNative) return native;
        return (
          <Suspense fallback={native}>
            <SearchableSelect
              control={control}
              label={label}
              value={value}
              onChange={choose}
              options={options}
              disabled={select.disabled}
            />
          </Suspense>
        );
      }}
    </Field>
  );
}
