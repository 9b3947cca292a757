import { useLayoutEffect, useRef, type TextareaHTMLAttributes } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { controlClass, Field, type FieldProps } from './field.tsx';
import { isLongText } from '#web/ui/content/is-long-text.ts';

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

/** Letters of right-to-left scripts. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

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
  const element = useRef<HTMLTextAreaElement>(null);

  // Set here because React also writes `defaultValue` at each key, after which undo steps back
  // letter by letter.
  useLayoutEffect(() => {
    if (element.current && element.current.value !== text) element.current.value = text;
  });

  // A long text fills its box anyway; measuring it would take seconds, spell checking minutes.
  const long = isLongText(text);
  return (
    <Field {...{ label, hideLabel, hint, error, aside, className }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          ref={element}
          spellCheck={long ? false : area.spellCheck}
          className={cx(
            controlClass,
            'min-h-20 resize-y py-2.5',
            long ? 'h-[55dvh] overflow-y-scroll' : 'field-sizing-content',
            // Detecting the direction of each line takes four times as long as everything else.
            long && !rightToLeft.test(text) && '[unicode-bidi:normal]',
            mono && 'font-mono leading-[1.6]',
            areaClassName,
          )}
        />
      )}
    </Field>
  );
}
