import { routes } from '#contract/routes.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { PageNotice } from '#web/ui/feedback/page-notice.tsx';

/** Shown instead of a public page while the device is offline. */
export function Component() {
  const title = "You're offline";
  usePageTitle(title);
  return (
    <main>
      <PageNotice title={title} to={routes.app} label="Open your library" className="min-h-dvh">
        This page needs a connection. Your library opens without one.
      </PageNotice>
    </main>
  );
}
