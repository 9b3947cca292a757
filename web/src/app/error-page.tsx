import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { routes } from '#contract/routes.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { SpinnerPage } from '#web/ui/feedback/spinner.tsx';
import { usePageTitle } from '#web/lib/react/page-title.ts';
import { loadNewBuild, wantsNewBuild } from './new-build.ts';
import { NotFound } from './not-found.tsx';

/** A page that broke while it was shown or loaded. What was typed is in its draft; a reload brings it back. */
export function ErrorPage() {
  return (
    <main>
      <ErrorPageLayout />
    </main>
  );
}

/** The same inside the shell, which goes on working around it. */
export function ErrorPageLayout() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return wantsNewBuild(error) ? <NewBuild /> : <Reason error={error} />;
}

function NewBuild() {
  useEffect(loadNewBuild, []);
  return <SpinnerPage label="Loading" />;
}

function Reason({ error }: { readonly error: unknown }) {
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
