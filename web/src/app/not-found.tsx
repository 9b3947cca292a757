import { useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { PageNotice } from '#web/ui/feedback/page-notice.tsx';

/** Not-found content for the main part of a page, with a link home. */
export function NotFound() {
  const { pathname } = useLocation();
  const inApp = pathname === routes.app || pathname.startsWith(`${routes.app}/`);
  usePageTitle('Page not found');
  return (
    <PageNotice
      title="Page not found"
      to={inApp ? routes.app : routes.landing}
      label={inApp ? 'Go to the dashboard' : 'Go home'}
      className="min-h-[70dvh]"
    >
      There's nothing at <span className="font-mono text-sm wrap-anywhere">{pathname}</span>. The
      link may be out of date or mistyped.
    </PageNotice>
  );
}

export { NotFound as Component };
