import { CircleQuestionMark, Search, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { normalizeSearch, searchLength } from '#web/lib/search/normalize-search.ts';
import type { ReadFilterValues } from '#web/lib/search/use-filter-values.ts';
import { lineControlClass } from '#web/ui/form/field.tsx';
import type { CompletionKeys } from './search-completion.tsx';
import { Popover } from '#web/ui/overlay/overlays.tsx';

const SearchCompletion = lazy(() => import('./search-completion.tsx'));
const SearchFilters = lazy(() => import('./search-filters.tsx'));

const buttonClass =
  'absolute inset-y-0 my-auto grid h-9 w-8 place-items-center rounded-sm text-ink-quiet hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11';

/** A text that may have a filter with values to offer. */
const mayComplete = /in:|group:|tag:/i;

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label: string;
  /** Whether filters such as tag: work here; a button then lists them. */
  readonly filters?: boolean;
  /** Filters that don't apply here. */
  readonly withoutFilters?: readonly string[];
  /** The values that are offered once a filter is typed. */
  readonly completions?: ReadFilterValues;
  readonly ref?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** A search box. Escape or the cross clears it; the down arrow moves to the results. */
export function SearchBox(props: SearchBoxProps) {
  const {
    value,
    onChange,
    placeholder,
    label,
    filters = false,
    completions,
    ref,
    className,
  } = props;
  const box = useRef<HTMLElement>(null);
  const keys = useRef<CompletionKeys>(null);
  /** The caret's offset in a filter that was typed; null otherwise. */
  const [caret, setCaret] = useState<number | null>(null);
  function clear() {
    onChange('');
    box.current?.querySelector('input')?.focus();
  }
  function press(event: KeyboardEvent) {
    if (keys.current?.press(event)) return;
    // An input method, such as for Japanese, handles these keys while it composes.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      clear();
    }
    if (event.key !== 'ArrowDown') return;
    const scope = box.current?.closest('[role="dialog"]') ?? document;
    const results = scope.querySelector<HTMLElement>('[data-results]');
    const first = results?.querySelector<HTMLElement>('li :is(a, button)');
    if (!results || !first) return;
    event.preventDefault();
    // Results of an earlier search are about to be replaced, and would take the focus with them.
    const searched = normalizeSearch(results.dataset['results'] ?? '');
    if (searched === normalizeSearch(value) && results.ariaBusy !== 'true') first.focus();
  }
  return (
    <search ref={box} className={cx('relative block w-full', className)}>
      <Search
        size={17}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-quiet"
      />
      <input
        ref={ref}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        maxLength={searchLength}
        onChange={({ currentTarget: { value: text, selectionEnd } }) => {
          onChange(text);
          setCaret(mayComplete.test(text) ? selectionEnd : null);
        }}
        onBlur={() => setCaret(null)}
        onKeyDown={press}
        className={cx(
          lineControlClass,
          filters ? 'pr-19 pointer-coarse:pr-22' : 'pr-10 pointer-coarse:pr-11',
          'pl-10 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className={cx(
            buttonClass,
            filters ? 'right-9 pointer-coarse:right-11' : 'right-1 pointer-coarse:right-0',
          )}
        >
          <X size={16} />
        </button>
      )}
      {filters ? (
        <Popover
          label="Search tips"
          trigger={
            <button
              type="button"
              aria-label="Search tips"
              title="Search tips"
              className={cx(buttonClass, 'right-1 pointer-coarse:right-0')}
            >
              <CircleQuestionMark size={16} />
            </button>
          }
        >
          <SearchFilters without={props.withoutFilters ?? []} />
        </Popover>
      ) : null}
      {completions && caret !== null ? (
        <Suspense fallback={null}>
          <SearchCompletion
            text={value}
            caret={caret}
            onChange={onChange}
            onClose={() => setCaret(null)}
            read={completions}
            box={box}
            keys={keys}
          />
        </Suspense>
      ) : null}
    </search>
  );
}
