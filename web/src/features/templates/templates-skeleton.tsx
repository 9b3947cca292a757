import { Skeleton } from '#web/ui/skeleton.tsx';

/** Templates that are on their way: tiles and cards of the size of what comes. */
export function TemplatesSkeleton() {
  return (
    <div>
      <output className="sr-only">Loading templates</output>
      <div className="mb-8 grid h-[148px] auto-cols-[10rem] grid-flow-col grid-rows-3 gap-2 overflow-hidden py-1 sm:h-auto sm:grid-flow-row sm:auto-cols-auto sm:grid-cols-3 sm:grid-rows-none lg:grid-cols-4 xl:grid-cols-5">
        {Array.from({ length: 20 }, (_, index) => (
          <Skeleton key={index} className="h-11 rounded-md" />
        ))}
      </div>
      <Skeleton className="mb-4 h-5 w-40" />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <div
            key={index}
            className="flex h-40 flex-col gap-3 rounded-lg border border-hairline bg-surface p-4"
          >
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-4/5" />
            <Skeleton className="mt-auto h-3 w-1/3" />
          </div>
        ))}
      </div>
    </div>
  );
}
