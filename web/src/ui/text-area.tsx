import type { Ref, TextareaHTMLAttributes } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';

interface TextAreaProps
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  readonly ref?: Ref<HTMLTextAreaElement>;
  /** Shown as a prompt is: in the mono face, with its line height. */
  readonly mono?: boolean;
  /** Classes of the text area itself, for its height. */
  readonly areaClassName?: string;
}

/** Several lines of text with their label; grows with what is written. */
export function TextArea(props: TextAreaProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    aside,
    className,
    mono = false,
    areaClassName,
    ...area
  } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          className={cx(
            controlClass,
            'field-sizing-content min-h-20 resize-y py-2.5',
            mono && 'font-mono leading-[1.6]',
            areaClassName,
          )}
        />
      )}
    </Field>
  );
}
