import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { Wordmark } from '#web/ui/content/wordmark.tsx';

interface AuthLayoutProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
  /** Below the form: the other way to sign in. */
  readonly footer?: ReactNode;
}

/** The layout of all pages around signing in. */
export function AuthLayout({ title, lead, children, footer }: AuthLayoutProps) {
  const { name, logoUrl } = runtimeConfig().brand;
  usePageTitle(title);
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 py-10 sm:pt-[max(4rem,12dvh)]">
      <header className="mb-8">
        <Link
          to={routes.landing}
          aria-label={`${name}, home`}
          className="inline-flex items-center rounded-md p-1 pointer-coarse:min-h-11"
        >
          <Wordmark name={name} logoUrl={logoUrl} />
        </Link>
      </header>
      <main className="w-full max-w-[420px]">
        <div className="rounded-lg border border-hairline bg-surface px-6 py-8 sm:px-9">
          <h1 className="font-serif text-2xl font-medium tracking-[-0.01em]">{title}</h1>
          {lead ? <p className="mt-2 text-sm text-ink-soft">{lead}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {footer ? <p className="mt-6 text-center text-sm text-ink-soft">{footer}</p> : null}
      </main>
    </div>
  );
}
