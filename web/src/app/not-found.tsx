import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { TornPage } from '#web/ui/drawings/torn-page.tsx';

/** Not-found content for the main part of a page, with a link home. */
export function NotFound() {
  const { pathname } = useLocation();
  const inApp = pathname === routes.app || pathname.startsWith(`${routes.app}/`);
  usePageTitle('Page not found');
  return (
    <div className="flex min-h-[70dvh] flex-col items-center justify-center px-6 py-16 text-center">
      <div className="mb-5 text-ink-quiet">
        <TornPage />
      </div>
      <h1 className="font-serif text-3xl font-medium">Page not found</h1>
      <p className="mt-3 max-w-md text-balance text-ink-soft">
        There's nothing at <span className="font-mono text-sm break-all">{pathname}</span>. The link
        may be out of date or mistyped.
      </p>
      <ButtonLink to={inApp ? routes.app : routes.landing} variant="primary" className="mt-6">
        {inApp ? 'Go to the dashboard' : 'Go home'}
      </ButtonLink>
    </div>
  );
}

export { NotFound as Component };
