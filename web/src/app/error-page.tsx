import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { loadNewBuild, shouldLoadNewBuild } from './new-build.ts';
import { NotFound } from './not-found.tsx';

/** A page that failed to load or render. Typed text is in its draft, which survives a reload. */
export function ErrorPage() {
  return (
    <main>
      <RouteError />
    </main>
  );
}

/** The same inside the shell, which keeps working around it. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return shouldLoadNewBuild(error) ? <NewBuildReload /> : <PageError error={error} />;
}

function NewBuildReload() {
  useEffect(loadNewBuild, []);
  return <SpinnerPage label="Loading" />;
}

function PageError({ error }: { readonly error: unknown }) {
  usePageTitle('Something went wrong');
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <ErrorState
        wholePage
        title="Something went wrong"
        message="This page stopped working. Everything you saved is safe. Reload the page, or go home."
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
