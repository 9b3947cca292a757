import type { ReactElement, ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { Skeleton } from '#web/ui/list/skeleton.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { contentClass } from './shell/content-class.ts';

/*
 * Loading pages that the server renders for routes that need the app. They show until the app
 * replaces them: final headings, and placeholders for the rest. They use system fonts (class
 * `before-fonts`), because loading fonts would delay the app's scripts. They are inert and hidden
 * from screen readers. public/first-paint.js decides who sees which.
 */

/**
 * Returns the loading page for an address; null if its content depends on more than the address.
 */
export function loadingPage(path: string): ReactElement | null {
  if (path === routes.signIn) return <SignInSkeleton />;
  if (path === routes.app) return <AppSkeleton page={<DashboardSkeleton />} />;
  if (path.startsWith(`${routes.app}/`)) return <AppSkeleton page={<PageSkeleton />} />;
  return null;
}

function InertPage({ className, children }: { className: string; children: ReactNode }) {
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

function SignInSkeleton() {
  return (
    <InertPage className="in-signed-in:hidden">
      <AuthLayout
        title="Sign in"
        footer={runtimeConfig().signIn.signUp ? 'No account yet? Sign up' : null}
      >
        <div className="flex flex-col gap-5">
          <FieldSkeleton label="Email" />
          <FieldSkeleton label="Password" />
          <CenteredSpinner className="mt-1 h-12" />
        </div>
      </AuthLayout>
    </InertPage>
  );
}

function FieldSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-ink">{label}</span>
      <div className="h-11 rounded-md border border-hairline" />
    </div>
  );
}

function AppSkeleton({ page }: { readonly page: ReactNode }) {
  return (
    <InertPage className="not-in-signed-in:hidden">
      <div className="min-h-dvh sm:flex">
        <div className="h-11 border-b border-hairline sm:hidden" />
        <div className="hidden w-16 shrink-0 border-r border-hairline bg-sunken in-collapsed:w-16 sm:block md:w-64" />
        <main className="min-w-0 flex-1">
          <div className={contentClass}>{page}</div>
        </main>
      </div>
    </InertPage>
  );
}

function DashboardSkeleton() {
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
      <CenteredSpinner className="min-h-24" />
    </>
  );
}

function PageSkeleton() {
  return (
    <>
      <Skeleton className="my-1 h-8 w-44" />
      <CenteredSpinner className="min-h-[50dvh]" />
    </>
  );
}

function CenteredSpinner({ className }: { readonly className: string }) {
  return (
    <div className={`grid place-items-center text-ink-quiet ${className}`}>
      <Spinner />
    </div>
  );
}
