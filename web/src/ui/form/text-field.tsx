import type { InputHTMLAttributes, Ref } from 'react';
import { Field, lineControlClass, type FieldProps } from './field.tsx';

interface TextFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> {
  readonly ref?: Ref<HTMLInputElement>;
}

/** A single-line text field with its label. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, aside, className, ...input } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => <input {...input} {...control} className={lineControlClass} />}
    </Field>
  );
}
