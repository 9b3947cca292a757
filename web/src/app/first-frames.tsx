import type { ReactElement } from 'react';
import { routes } from '#contract/routes.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { contentClass } from './shell/content-class.ts';

/*
 * What the server draws of pages that need the app, to be seen until it has come and takes their place: the places of
 * things, without a letter, since letters would ask for fonts, for which the app's scripts would have to wait.
 * Each is shown to those only who will see that page (public/first-paint.js).
 */

/** The frame for an address; null where it is not known what will stand there. */
export function firstFrame(path: string): ReactElement | null {
  if (path === routes.signIn) return <SignInFrame />;
  if (path === routes.app || path.startsWith(`${routes.app}/`)) return <AppFrame />;
  return null;
}

function SignInFrame() {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 in-signed-in:hidden sm:pt-[max(4rem,12dvh)]">
      <Skeleton className="mt-1 mb-9 h-8 w-32" />
      <main className="w-full max-w-[420px] rounded-lg border border-hairline bg-surface px-6 py-8 sm:px-9">
        <Skeleton className="my-1 h-6 w-24" />
        <div className="mt-6 flex flex-col gap-5">
          <FieldPlace />
          <FieldPlace />
          <Waiting className="h-11" />
        </div>
      </main>
    </div>
  );
}

function FieldPlace() {
  return (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="my-0.5 h-4 w-20" />
      <div className="h-11 rounded-md border border-hairline" />
    </div>
  );
}

function AppFrame() {
  return (
    <div className="min-h-dvh not-in-signed-in:hidden sm:flex">
      <div className="h-14 border-b border-hairline sm:hidden" />
      <div className="hidden w-16 shrink-0 border-r border-hairline bg-sunken in-collapsed:w-16 sm:block md:w-64" />
      <main className="min-w-0 flex-1">
        <div className={contentClass}>
          <Skeleton className="my-1 h-8 w-44" />
          <Waiting className="min-h-[50dvh]" />
        </div>
      </main>
    </div>
  );
}

function Waiting({ className }: { readonly className: string }) {
  return (
    <output aria-label="Loading" className={`grid place-items-center text-ink-quiet ${className}`}>
      <Spinner />
    </output>
  );
}
