import { lazy, Suspense } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { NativeSelect } from './native-select.tsx';

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
          <NativeSelect
            {...select}
            {...control}
            value={value}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </NativeSelect>
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
