import { useRef, useState } from 'react';
import { findLabels } from '#web/lib/search/find-labels.ts';
import { Field, lineControlClass, type FieldProps } from '#web/ui/form/field.tsx';
import { useSuggestions } from './use-suggestions.tsx';

const maxShown = 50;

interface SuggestedFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Values that are offered; any other text may be typed, too. */
  readonly values: readonly string[];
  readonly maxLength?: number;
}

/** A text field that offers values that contain what is typed. */
export function SuggestedField(props: SuggestedFieldProps) {
  const { value, onChange, values, maxLength, ...field } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { items, typoForgiven } = findLabels(
    isOpen ? values.map((label) => ({ value: label, label })) : [],
    value,
  );
  const suggestions = useSuggestions({
    label: field.label,
    options: typoForgiven ? [] : items.filter((item) => item.value !== value).slice(0, maxShown),
    box,
    isOpen,
    marksFirst: false,
    onChoose: (option) => {
      setOpen(false);
      onChange(option.value);
    },
    onClose: () => setOpen(false),
  });
  return (
    <Field {...field}>
      {(control) => (
        <div ref={box}>
          <input
            {...control}
            {...suggestions.attributes}
            type="text"
            autoComplete="off"
            value={value}
            maxLength={maxLength}
            onChange={(event) => {
              setOpen(true);
              onChange(event.currentTarget.value);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onKeyDown={(event) => {
              if (suggestions.press(event) || isOpen || event.key !== 'ArrowDown') return;
              event.preventDefault();
              setOpen(true);
            }}
            className={lineControlClass}
          />
          {suggestions.list}
        </div>
      )}
    </Field>
  );
}
