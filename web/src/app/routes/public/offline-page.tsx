import { routes } from '#contract/routes.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { TornPage } from '#web/ui/drawings/torn-page.tsx';

/** Shown instead of a public page while the device is offline. */
export function Component() {
  usePageTitle("You're offline");
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 py-16 text-center">
      <div className="mb-5 text-ink-quiet">
        <TornPage />
      </div>
      <h1 className="font-serif text-3xl font-medium">You're offline</h1>
      <p className="mt-3 max-w-md text-balance text-ink-soft">
        This page needs a connection. Your library opens without one.
      </p>
      <ButtonLink to={routes.app} variant="primary" className="mt-6">
        Open your library
      </ButtonLink>
    </main>
  );
}
