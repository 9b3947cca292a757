import type { ReactNode } from 'react';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { PageHeader } from './page-header.tsx';

interface UnloadedPageProps {
  readonly title: string;
  readonly back: string;
  /** Says why it failed; null while it loads. */
  readonly failure: ReactNode;
}

/** A page whose subject isn't there: its header, and the outline of its content or the failure. */
export function UnloadedPage({ title, back, failure }: UnloadedPageProps) {
  return (
    <>
      <PageHeader
        title={title}
        back={back}
        subtitle={failure === null ? <Skeleton className="h-4 w-48" /> : null}
      />
      {failure ?? <Skeleton className="h-14 w-full" />}
    </>
  );
}
