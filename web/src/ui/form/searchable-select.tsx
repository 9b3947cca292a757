import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { findLabels } from '#web/lib/search/find-labels.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { lineControlClass, type FieldControl } from './field.tsx';
import type { Suggestion } from '#web/ui/search/suggestion.ts';
import { useSuggestions } from '#web/ui/search/use-suggestions.tsx';

const maxShown = 100;

interface SearchableSelectProps {
  readonly control: FieldControl;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly Suggestion[];
  readonly disabled?: boolean | undefined;
}

/** A select for many options: typing narrows them. Leaving it drops the typed text. */
export default function SearchableSelect(props: SearchableSelectProps) {
  const { control, label, value, onChange, options, disabled = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Null until something is typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = options.find((option) => option.value === value);
  const found = isOpen ? findLabels(options, typed ?? '').items : [];
  const suggestions = useSuggestions({
    label,
    options: withChosen(found, chosen),
    box,
    note: noteOf(found.length),
    isOpen,
    chosen: typed === null ? value : undefined,
    onChoose: (option) => {
      close();
      onChange(option.value);
    },
    onClose: close,
  });

  function close() {
    setOpen(false);
    setTyped(null);
  }

  return (
    <div ref={box} className="relative">
      <input
        {...control}
        {...suggestions.attributes}
        type="text"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        value={typed ?? chosen?.label ?? ''}
        onClick={(event) => {
          if (isOpen) return;
          setOpen(true);
          event.currentTarget.select();
        }}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setOpen(true);
          setTyped(event.currentTarget.value);
        }}
        onBlur={close}
        onKeyDown={(event) => {
          if (suggestions.press(event) || isOpen) return;
          if (['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) {
            event.preventDefault();
            setOpen(true);
          }
        }}
        className={cx(lineControlClass, 'truncate pr-8 text-sm')}
      />
      <ChevronDown
        size={16}
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-quiet"
      />
      {suggestions.list}
    </div>
  );
}

/** Returns the first options, and the chosen one among them if it was found. */
function withChosen(found: readonly Suggestion[], chosen: Suggestion | undefined) {
  const first = found.slice(0, maxShown);
  const isFound = chosen !== undefined && found.includes(chosen);
  return isFound && !first.includes(chosen) ? [chosen, ...first] : first;
}

function noteOf(count: number): string | undefined {
  if (count === 0) return 'Nothing matches.';
  return count > maxShown ? `${count - maxShown} more. Type to narrow the list.` : undefined;
}
