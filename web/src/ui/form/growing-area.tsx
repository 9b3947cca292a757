import { useLayoutEffect, useRef, type TextareaHTMLAttributes } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { isLongText } from '#web/ui/content/is-long-text.ts';

interface GrowingAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'defaultValue'
> {
  readonly value: string;
}

/** Safari 26.0 has no `field-sizing`, for one. */
const hasFieldSizing = globalThis.CSS?.supports('field-sizing', 'content');

/** A text area without a label that is as high as its text. */
export function GrowingArea({ value, className, ...area }: GrowingAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);

  // Set here because React also writes `defaultValue` at each key, after which undo steps back
  // letter by letter.
  useLayoutEffect(() => {
    if (element.current && element.current.value !== value) element.current.value = value;
  });

  // A long text fills its box anyway; measuring it would take seconds, spell checking minutes.
  const long = isLongText(value);
  return (
    <div className="grid grid-cols-1 *:[grid-area:1/1]">
      <textarea
        {...area}
        ref={element}
        spellCheck={long ? false : area.spellCheck}
        className={cx(className, long ? 'h-[55dvh] overflow-y-scroll' : 'field-sizing-content')}
      />
      {hasFieldSizing || long ? null : (
        // A hidden copy makes the room.
        <div
          aria-hidden
          className={cx(className, 'invisible overflow-hidden whitespace-pre-wrap print:hidden')}
        >
          {value}{' '}
        </div>
      )}
    </div>
  );
}
