import { CircleQuestionMark, Search, X } from 'lucide-react';
import { lazy, useRef, type KeyboardEvent, type Ref } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { normalizeSearch, searchLength } from '#web/lib/search/parse-search.ts';
import { controlClass } from './field.tsx';
import { Popover } from '#web/ui/overlay/popover.tsx';

const SearchFilters = lazy(async () => ({
  default: (await import('./search-filters.tsx')).SearchFilters,
}));

const buttonClass =
  'absolute inset-y-0 my-auto grid h-9 w-8 place-items-center rounded-sm text-ink-quiet hover:text-ink pointer-coarse:h-11 pointer-coarse:w-11';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label: string;
  /** It understands tag: and the like; a button says what. */
  readonly filters?: boolean;
  /** Filters that mean nothing here. */
  readonly withoutFilters?: readonly string[];
  readonly ref?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** A box to search in; Escape or the cross empties it, the arrow down leads to what was found. */
export function SearchBox(props: SearchBoxProps) {
  const { value, onChange, placeholder, label, filters = false, ref, className } = props;
  const box = useRef<HTMLElement>(null);
  function clear() {
    onChange('');
    box.current?.querySelector('input')?.focus();
  }
  function press(event: KeyboardEvent) {
    // What is being composed, such as Japanese, has these keys for itself.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation();
      clear();
    }
    if (event.key !== 'ArrowDown') return;
    const place = box.current?.closest('[role="dialog"]') ?? document;
    const results = place.querySelector<HTMLElement>('[data-results]');
    const first = results?.querySelector<HTMLElement>('li :is(a, button)');
    if (!results || !first) return;
    event.preventDefault();
    // What was found for other words is about to go, and the focus would go with it.
    const found = normalizeSearch(results.dataset['results'] ?? '');
    if (found === normalizeSearch(value) && results.ariaBusy !== 'true') first.focus();
  }
  return (
    <search ref={box} className={cx('relative block w-full', className)}>
      <Search
        size={17}
        aria-hidden="true"
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
          <X size={16} aria-hidden="true" />
        </button>
      )}
      {filters ? (
        <Popover
          label="What a search understands"
          trigger={
            <button
              type="button"
              aria-label="Help with searching"
              title="What a search understands"
              className={cx(buttonClass, 'right-1 pointer-coarse:right-0')}
            >
              <CircleQuestionMark size={16} aria-hidden="true" />
            </button>
          }
        >
          <SearchFilters without={props.withoutFilters ?? []} />
        </Popover>
      ) : null}
    </search>
  );
}
