import { CircleQuestionMark, Search, X } from 'lucide-react';
import { lazy, useRef, type KeyboardEvent, type Ref } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { normalizeSearch, searchLength } from '#web/lib/search/normalize-search.ts';
import { controlClass } from './field.tsx';
import { Popover } from '#web/ui/overlay/overlays.tsx';

const SearchFilters = lazy(() => import('./search-filters.tsx'));

const buttonClass =
  'absolute inset-y-0 my-auto grid h-9 w-8 place-items-center rounded-sm text-ink-quiet hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label: string;
  /** Whether filters such as tag: work here; a button then lists them. */
  readonly filters?: boolean;
  /** Filters that don't apply here. */
  readonly withoutFilters?: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** A search box. Escape or the cross clears it; the down arrow moves to the results. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, placeholder, label, filters = false, ref, className } = props;
  const box = useRef<HTMLElement>(null);
  function clear() {
    onChange('');
    box.current?.querySelector('input')?.focus();
  }
  function press(event: KeyboardEvent) {
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
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={press}
        className={cx(
          controlClass,
          filters ? 'pr-19 pointer-coarse:pr-22' : 'pr-10 pointer-coarse:pr-11',
          'h-10 pl-10 pointer-coarse:h-11 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
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
    </search>
  );
}
