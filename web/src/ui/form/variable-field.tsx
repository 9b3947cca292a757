import { isValidValue, type Variable } from '#templating/variables.ts';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

interface VariableFieldProps {
  readonly variable: Variable;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | null;
  readonly readOnly?: boolean;
}

/** The control for a variable of its kind, with the default as placeholder. */
export function VariableField({ variable, value, onChange, hint, readOnly }: VariableFieldProps) {
  const { name, kind, defaultValue, choices } = variable;
  if (kind === 'choice' && choices.length > 0) {
    const options = choices.map((choice) => ({ value: choice, label: choice }));
    return (
      <Select
        label={name}
        hint={hint}
        value={value || defaultValue}
        onChange={onChange}
        options={options}
        disabled={readOnly ?? false}
      />
    );
  }
  if (kind === 'long') {
    return (
      <TextArea
        label={name}
        hint={hint}
        placeholder={defaultValue}
        value={value}
        readOnly={readOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextField
      label={name}
      hint={hint}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      error={isValidValue(variable, value) ? null : 'Enter a number.'}
      placeholder={defaultValue}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
