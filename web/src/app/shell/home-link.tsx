import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Wordmark } from '#web/ui/content/wordmark.tsx';

interface HomeLinkProps {
  readonly to?: string;
  readonly markOnly?: boolean;
}

/** The site's wordmark, linked to the dashboard. */
export function HomeLink({ to = routes.app, markOnly = false }: HomeLinkProps) {
  const { name, logoUrl } = runtimeConfig().brand;
  return (
    <Link
      to={to}
      aria-label={name}
      className="inline-flex min-h-10 items-center rounded-md pointer-coarse:min-h-11"
    >
      <Wordmark name={name} logoUrl={logoUrl} markOnly={markOnly} />
    </Link>
  );
}
