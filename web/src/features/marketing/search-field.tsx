import { Search } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { lineControlClass } from '#web/ui/form/field.tsx';

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  readonly label: string;
}

/** The field of a search on a public page; it needs no script of its own. */
export function SearchField({ label, ...input }: SearchFieldProps) {
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        size={17}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-ink-quiet"
      />
      <input
        {...input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={`${label}...`}
        className={cx(lineControlClass, 'pl-10 text-ellipsis')}
      />
    </div>
  );
}
