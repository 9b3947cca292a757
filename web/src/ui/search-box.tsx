import { Search, X } from 'lucide-react';
import { useRef, type Ref } from 'react';
import { cx } from '#web/lib/class-names.ts';
import { controlClass } from './field.tsx';

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
  readonly className?: string;
}

/** A box to search in; Escape or the cross empties it. */
export function SearchBox({ value, onChange, placeholder, label, ref, className }: SearchBoxProps) {
  const box = useRef<HTMLElement>(null);
  function clear() {
    onChange('');
    box.current?.querySelector('input')?.focus();
  }
  return (
    <search ref={box} className={cx('relative block w-full', className)}>
      <Search
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-3 text-ink-quiet"
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
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.stopPropagation();
          clear();
        }}
        className={cx(
          controlClass,
          'h-[42px] pr-10 pl-10 text-ellipsis [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {value === '' ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-sm text-ink-quiet hover:text-ink"
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </search>
  );
}
