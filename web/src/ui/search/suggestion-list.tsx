import { Popover as Radix } from 'radix-ui';
import { useEffect, type RefObject } from 'react';
import type { Suggestion } from './suggestion.ts';

interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Suggestion[];
  readonly box: RefObject<HTMLElement | null>;
  readonly note?: string | undefined;
  readonly marked: Suggestion | undefined;
  readonly idOf: (option: Suggestion) => string;
  readonly onMark: (option: Suggestion) => void;
  readonly onChoose: (option: Suggestion) => void;
  readonly onClose: () => void;
}

/** The list of {@link useSuggestions}. It never takes the focus from the text box. */
export default function SuggestionList(props: SuggestionListProps) {
  const { id, label, options, box, note, marked, idOf, onMark, onChoose, onClose } = props;
  const markedId = marked === undefined ? null : idOf(marked);
  useEffect(() => {
    if (markedId !== null) document.getElementById(markedId)?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Anchor virtualRef={measurable(box)} />
      <Radix.Portal>
        <Radix.Content
          asChild
          // A part of the page with a name, rather than a dialog: it never has the focus.
          role={undefined}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // Pressing would take the focus, and close the list.
          onMouseDown={(event) => event.preventDefault()}
          // The text box handles the key.
          onEscapeKeyDown={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && box.current?.contains(event.target)) {
              event.preventDefault();
            }
          }}
        >
          <section
            aria-label={label}
            className="z-60 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-56 max-w-[calc(100vw-1rem)] flex-col overflow-hidden rounded-lg border border-hairline bg-surface shadow-float"
          >
            {options.length > 0 ? (
              <div
                id={id}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is the listbox of a combobox
                role="listbox"
                tabIndex={-1}
                aria-label={label}
                className="min-h-0 overflow-y-auto overscroll-contain py-1.5"
              >
                {options.map((option) => (
                  // The text box has focus and handles the keys.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={option.value}
                    id={idOf(option)}
                    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of the listbox above
                    role="option"
                    aria-selected={option === marked}
                    aria-disabled={option.disabled}
                    data-here={option === marked}
                    onPointerMove={
                      option === marked || option.disabled ? undefined : () => onMark(option)
                    }
                    onClick={option.disabled ? undefined : () => onChoose(option)}
                    dir="auto"
                    className="cue-line cursor-pointer px-3.5 py-2 text-sm wrap-anywhere aria-disabled:cursor-default aria-disabled:text-ink-quiet aria-selected:bg-hover pointer-coarse:py-3"
                  >
                    {option.label}
                  </div>
                ))}
              </div>
            ) : null}
            {note === undefined ? null : (
              <p className="shrink-0 border-t border-hairline px-3.5 py-2 text-xs text-ink-quiet first:border-t-0">
                {note}
              </p>
            )}
          </section>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Returns the box as a reference that is never empty: the list is shown while it is there. */
function measurable(box: RefObject<HTMLElement | null>) {
  return {
    current: { getBoundingClientRect: () => box.current?.getBoundingClientRect() ?? new DOMRect() },
  };
}
