import {
  lazy,
  Suspense,
  useId,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { Suggestion } from './suggestion.ts';

const SuggestionList = lazy(() => import('./suggestion-list.tsx'));

interface SuggestionsOptions {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly options: readonly Suggestion[];
  /** The element under which the list stands. */
  readonly box: RefObject<HTMLElement | null>;
  /** Shown under the list, such as that there are more; in place of an empty list. */
  readonly note?: string | undefined;
  readonly isOpen: boolean;
  /** The value that is marked at first; otherwise the first one, or none where other text is as good. */
  readonly chosen?: string | undefined;
  readonly marksFirst?: boolean;
  readonly onChoose: (option: Suggestion) => void;
  readonly onClose: () => void;
}

interface Suggestions {
  /** For the text box, which keeps the focus. */
  readonly attributes: {
    readonly role: 'combobox';
    readonly 'aria-expanded': boolean;
    readonly 'aria-controls': string | undefined;
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-activedescendant': string | undefined;
  };
  /** Handles a key of the text box; returns whether it was one of the list's. */
  readonly press: (event: KeyboardEvent) => boolean;
  readonly list: ReactNode;
}

/**
 * A list of values under a text box (the ARIA pattern for a combobox with a listbox). Arrows move
 * the mark, Enter takes the marked value, Escape closes the list.
 */
export function useSuggestions(options: SuggestionsOptions): Suggestions {
  const { label, box, note, isOpen, chosen, marksFirst = true, onChoose, onClose } = options;
  const id = useId();
  const [moved, setMoved] = useState<string | null>(null);
  const enabled = options.options.filter(({ disabled = false }) => !disabled);
  const shown = isOpen && (enabled.length > 0 || note !== undefined);
  // If the marked value has left the list, the first one is marked.
  const marked =
    enabled.find(({ value }) => value === moved) ??
    enabled.find(({ value }) => value === chosen) ??
    (marksFirst ? enabled[0] : undefined);
  const idOf = (option: Suggestion) =>
    `${id}-${options.options.findIndex((each) => each === option)}`;

  function choose(option: Suggestion) {
    setMoved(null);
    onChoose(option);
  }

  function close() {
    setMoved(null);
    onClose();
  }

  function press(event: KeyboardEvent): boolean {
    // An input method, such as for Japanese, handles these keys while it composes.
    if (!shown || event.nativeEvent.isComposing) return false;
    const to = nextIndex(
      event,
      marked === undefined ? -1 : enabled.indexOf(marked),
      enabled.length,
    );
    if (to !== null) setMoved(enabled[to]?.value ?? null);
    else if (event.key === 'Enter' && marked !== undefined) choose(marked);
    else if (event.key === 'Escape') {
      close();
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  return {
    attributes: {
      role: 'combobox',
      'aria-expanded': shown,
      'aria-controls': shown ? `${id}-list` : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': shown && marked !== undefined ? idOf(marked) : undefined,
    },
    press,
    list: shown ? (
      <Suspense fallback={null}>
        <SuggestionList
          id={`${id}-list`}
          label={label}
          options={options.options}
          box={box}
          note={note}
          marked={marked}
          idOf={idOf}
          onMark={({ value }) => setMoved(value)}
          onChoose={choose}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}

/** Returns where a key moves the mark; null for other keys. */
function nextIndex({ key }: KeyboardEvent, index: number, count: number): number | null {
  if (count === 0) return null;
  const page = 8;
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return index <= 0 ? count - 1 : index - 1;
    case 'PageDown':
      return Math.min(index + page, count - 1);
    case 'PageUp':
      return Math.max(index - page, 0);
    default:
      return null;
  }
}
