import { messages } from '#contract/messages.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/** The row of small group cards, which wraps; on a phone, it scrolls. */
export const smallGroupGridClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-2 max-sm:-mx-4 max-sm:auto-cols-[12rem] max-sm:grid-flow-col max-sm:grid-cols-none max-sm:overflow-x-auto max-sm:px-4';

/**
 * A spinner while groups load above other content. It takes the height of the last known number of
 * groups, so that the content below doesn't shift. Null: no groups were loaded on this device yet.
 */
export function GroupsSpinner({ count }: { readonly count: number | null }) {
  return (
    <div className="relative min-h-11">
      <div className={`invisible ${smallGroupGridClass}`} aria-hidden="true">
        {Array.from({ length: count ?? 0 }, (_, index) => (
          <div key={index} className="h-11" />
        ))}
      </div>
      <div className="absolute inset-x-0 top-0 grid h-11 place-items-center">
        <Spinner label={messages.groups.loading} showLabel />
      </div>
    </div>
  );
}
