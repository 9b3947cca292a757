import { useId } from 'react';
import { limits } from '#contract/limits.ts';
import { Counter } from '#web/ui/form/counter.tsx';
import { GrowingArea } from '#web/ui/form/growing-area.tsx';

interface TitleFieldProps {
  readonly value: string;
  readonly onChange: (title: string) => void;
  readonly error: string | undefined;
  /** Goes on to the text. */
  readonly onEnter: () => void;
  /** Takes the focus when the page opens. */
  readonly startsHere: boolean;
}

/** The title as a serif line without a border; a long one wraps. */
export function TitleField({ value, onChange, error, onEnter, startsHere }: TitleFieldProps) {
  const errorId = useId();
  return (
    <div className="min-w-0 flex-1">
      <GrowingArea
        value={value}
        rows={1}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an empty page begins with its title
        autoFocus={startsHere}
        aria-label="Title"
        aria-required="true"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        placeholder="Title"
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          onEnter();
        }}
        className="block w-full resize-none border-b border-transparent bg-transparent py-0.5 font-serif text-3xl font-medium tracking-[-0.01em] text-ink outline-none focus-visible:border-cue aria-invalid:border-danger max-sm:text-2xl"
      />
      <div className="flex justify-between gap-4">
        <div aria-live="polite" className="contents">
          {error ? (
            <p id={errorId} className="text-sm text-danger-ink">
              {error}
            </p>
          ) : null}
        </div>
        <Counter text={value} limit={limits.titleLength} />
      </div>
    </div>
  );
}
