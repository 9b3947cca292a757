import type { ReactElement, ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { AuthFrame } from '#web/features/auth/auth-frame.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { contentClass } from './shell/content-class.ts';

/*
 * What the server draws of pages that need the app, to be seen until it has come and takes their place: the words that
 * will stand there, and the places of all else. Its letters are those of the device (`before-fonts`), since others would
 * be fetched, for which the app's scripts would have to wait. None of it can be used or is read out: it is not the page.
 * Each is shown to those only who will see that page (public/first-paint.js).
 */

/** The frame for an address; null where it is not known what will stand there. */
export function firstFrame(path: string): ReactElement | null {
  if (path === routes.signIn) return <SignInFrame />;
  if (path === routes.app) return <AppFrame page={<DashboardPlaces />} />;
  if (path.startsWith(`${routes.app}/`)) return <AppFrame page={<PagePlaces />} />;
  return null;
}

function Unusable({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div className={`before-fonts ${className}`}>
      <output aria-label="Loading" className="sr-only">
        Loading
      </output>
      <div aria-hidden="true" inert>
        {children}
      </div>
    </div>
  );
}

function SignInFrame() {
  return (
    <Unusable className="in-signed-in:hidden">
      <AuthFrame
        title="Sign in"
        footer={runtimeConfig().signIn.signUp ? 'No account yet? Sign up' : null}
      >
        <div className="flex flex-col gap-5">
          <FieldPlace label="Email" />
          <FieldPlace label="Password" />
          <Waiting className="mt-1 h-12" />
        </div>
      </AuthFrame>
    </Unusable>
  );
}

function FieldPlace({ label }: { readonly label: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-ink">{label}</span>
      <div className="h-11 rounded-md border border-hairline" />
    </div>
  );
}

function AppFrame({ page }: { readonly page: ReactNode }) {
  return (
    <Unusable className="not-in-signed-in:hidden">
      <div className="min-h-dvh sm:flex">
        <div className="h-14 border-b border-hairline sm:hidden" />
        <div className="hidden w-16 shrink-0 border-r border-hairline bg-sunken in-collapsed:w-16 sm:block md:w-64" />
        <main className="min-w-0 flex-1">
          <div className={contentClass}>{page}</div>
        </main>
      </div>
    </Unusable>
  );
}

function DashboardPlaces() {
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={
          <>
            <Skeleton className="h-10 w-34" />
            <Skeleton className="h-10 w-35" />
          </>
        }
      />
      <h2 className="mb-4 font-serif text-2xl font-medium text-ink">Quick Access Groups</h2>
      <Waiting className="min-h-24" />
    </>
  );
}

function PagePlaces() {
  return (
    <>
      <Skeleton className="my-1 h-8 w-44" />
      <Waiting className="min-h-[50dvh]" />
    </>
  );
}

function Waiting({ className }: { readonly className: string }) {
  return (
    <div className={`grid place-items-center text-ink-quiet ${className}`}>
      <Spinner />
    </div>
  );
}
