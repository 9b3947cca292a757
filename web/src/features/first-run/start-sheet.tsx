import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/list/skeleton.tsx';

interface StartSheetProps {
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** The dashboard without a prompt: one sheet with the ways to begin. */
export function StartSheet({ isShown, children }: StartSheetProps) {
  return (
    <section
      hidden={!isShown}
      aria-labelledby="start"
      className="mb-8 rounded-lg border border-hairline bg-surface px-4 py-6 sm:px-8 sm:py-8"
    >
      <h2
        id="start"
        className="font-serif text-2xl font-medium tracking-[-0.01em] text-ink sm:text-3xl"
      >
        Start your prompt book
      </h2>
      <p className="mt-1 text-ink-soft">
        Keep the prompts you use: filled in with one click, with every version.
      </p>
      <div className="mt-6 grid min-h-80 gap-x-10 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
        {children}
      </div>
    </section>
  );
}

/** The outlines of the ways to begin, while they load. */
export function OptionSkeletons() {
  return (
    <>
      <output className="sr-only">Loading the ways to begin</output>
      <OptionSkeleton />
      <OptionSkeleton />
      <OptionSkeleton />
    </>
  );
}

function OptionSkeleton() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-6 w-32" />
      <div className="h-40 rounded-md bg-sunken" />
    </div>
  );
}
