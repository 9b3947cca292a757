import { messages } from '#contract/messages.ts';
import { EmptyFolders } from '#web/ui/list/drawings.tsx';
import { EmptyState } from '#web/ui/list/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

/**
 * A spinner while groups load above other content. It takes the height of the last known number of
 * groups, so that the content below doesn't shift. Null: no groups were loaded on this device yet.
 */
export function GroupsSpinner({ count }: { readonly count: number | null }) {
  return (
    <div className="relative min-h-24">
      <div className="invisible" aria-hidden="true">
        {count === 0 ? (
          <EmptyState drawing={<EmptyFolders />} title={messages.groups.none} compact />
        ) : (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {Array.from({ length: count ?? 0 }, (_, index) => (
              <div key={index} className="h-[50px] sm:h-24" />
            ))}
          </div>
        )}
      </div>
      <div className="absolute inset-x-0 top-0 grid h-24 place-items-center">
        <Spinner label={messages.groups.loading} showLabel />
      </div>
    </div>
  );
}
