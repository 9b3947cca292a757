import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { isMissingScript, loadNewBuild, shouldLoadNewBuild } from './new-build.ts';

/** The pages of a layout. One that fails is replaced by an error, and the layout keeps working. */
export function Pages() {
  const { key } = useLocation();
  return (
    <ErrorBoundary page={key} renderError={(error) => <PageProblem error={error} />}>
      <Outlet />
    </ErrorBoundary>
  );
}

/** A page that failed to load or render. Typed text is in its draft, which survives a reload. */
export function PageProblem({ error }: { readonly error: unknown }) {
  if (shouldLoadNewBuild(error)) return <NewBuildReload />;
  const isUnloaded = !navigator.onLine && isMissingScript(error);
  return <PageError error={error} isUnloaded={isUnloaded} />;
}

function NewBuildReload() {
  useEffect(loadNewBuild, []);
  return <SpinnerPage label="Loading" />;
}

interface PageErrorProps {
  readonly error: unknown;
  /** Whether its script wasn't loaded before the device went offline. */
  readonly isUnloaded: boolean;
}

function PageError({ error, isUnloaded }: PageErrorProps) {
  const title = isUnloaded ? "You're offline" : 'Something went wrong';
  usePageTitle(title);
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <ErrorState
        wholePage
        title={title}
        message={
          isUnloaded
            ? "This page isn't on this device yet. Reconnect, then reload it."
            : 'This page stopped working. Everything you saved is safe. Reload the page, or go home.'
        }
        details={error instanceof Error ? error.message : String(error)}
        onRetry={() => location.reload()}
        retryLabel="Reload"
        action={
          <ButtonLink to={routes.landing} variant="quiet" reloadDocument>
            Go home
          </ButtonLink>
        }
      />
    </div>
  );
}
