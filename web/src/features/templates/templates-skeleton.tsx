import { SkeletonCards } from '#web/ui/list/skeleton-cards.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';

/** Placeholders for the tiles and cards of the templates. */
export function TemplatesSkeleton() {
  return (
    <div>
      <div className="mb-8 grid h-[148px] auto-cols-[10rem] grid-flow-col grid-rows-3 gap-2 overflow-hidden py-1 sm:h-auto sm:grid-flow-row sm:auto-cols-auto sm:grid-cols-3 sm:grid-rows-none lg:grid-cols-4 xl:grid-cols-5">
        {Array.from({ length: 20 }, (_, index) => (
          <Skeleton key={index} className="h-11 rounded-md" />
        ))}
      </div>
      <Skeleton className="mb-4 h-5 w-40" />
      <SkeletonCards label="Loading templates" />
    </div>
  );
}
