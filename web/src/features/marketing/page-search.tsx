import { Button } from '#web/ui/form/button.tsx';
import { SearchField } from './search-field.tsx';

interface PageSearchProps {
  readonly label: string;
  /** An item of the list, in the singular. */
  readonly noun: string;
}

/**
 * A search box for the list below it, whose items have `data-found`. It works without the app
 * (public-script/search-on-page.ts), and is hidden without any script.
 */
export function PageSearch({ label, noun }: PageSearchProps) {
  return (
    <search data-search-on-page={noun} className="block not-in-script:hidden">
      <SearchField label={label} />
      <output className="mt-2 mb-4 block min-h-5 text-sm text-ink-quiet" />
      <div
        data-nothing-found
        hidden
        className="flex flex-col items-center gap-3 border-t border-hairline py-16 text-center"
      >
        <p className="font-serif text-xl font-medium">No {noun}s found</p>
        <p className="text-ink-soft">No {noun} contains all of these words.</p>
        <Button data-clear-search>Show all {noun}s</Button>
      </div>
    </search>
  );
}
