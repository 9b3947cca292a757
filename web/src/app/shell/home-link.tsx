import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Wordmark } from '#web/ui/content/wordmark.tsx';

/** The site's wordmark, linked to the dashboard. */
export function HomeLink({ markOnly = false }: { readonly markOnly?: boolean }) {
  const { name, logoUrl } = runtimeConfig().brand;
  return (
    <Link
      to={routes.app}
      aria-label={name}
      className="inline-flex min-h-10 items-center rounded-md pointer-coarse:min-h-11"
    >
      <Wordmark name={name} logoUrl={logoUrl} markOnly={markOnly} />
    </Link>
  );
}
