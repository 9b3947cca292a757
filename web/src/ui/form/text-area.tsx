import type { TextareaHTMLAttributes } from 'react';
import { rightToLeft } from '#web/lib/text/right-to-left.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { isLongText } from '#web/ui/content/is-long-text.ts';
import { GrowingArea } from './growing-area.tsx';

interface TextAreaProps
  extends
    FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className' | 'defaultValue'> {
  readonly value: string;
  /** Shows the text like prompt content: monospaced, with its line height. */
  readonly mono?: boolean;
  /** Classes of the text area itself, for its height. */
  readonly areaClassName?: string;
}

/** A multi-line text field with its label; it grows with its content. */
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
    value: text,
    ...area
  } = props;
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => (
        <GrowingArea
          {...area}
          {...control}
          value={text}
          className={cx(
            controlClass,
            'min-h-20 resize-y py-2.5',
            // Detecting the direction of each line takes four times as long as everything else.
            isLongText(text) && !rightToLeft.test(text) && '[unicode-bidi:normal]',
            mono && 'font-mono leading-[1.6]',
            areaClassName,
          )}
        />
      )}
    </Field>
  );
}
