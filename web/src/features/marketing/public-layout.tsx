import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Wordmark } from '#web/ui/content/wordmark.tsx';
import { PublicFooter } from './public-footer.tsx';
import { pageWidthClass } from './landing-section.tsx';

interface PublicLayoutProps {
  readonly children: ReactNode;
  /** Replaces the sign-in links of the header. */
  readonly account?: ReactNode;
  /** Whether the content reaches the footer without a gap. */
  readonly flush?: boolean;
}

/** The layout of public pages: header and footer. */
export function PublicLayout({ children, account, flush = false }: PublicLayoutProps) {
  const { name, logoUrl } = runtimeConfig().brand;
  return (
    <div className="flex min-h-dvh flex-col">
      <header
        className={`${pageWidthClass} flex min-h-18 shrink-0 flex-wrap items-center gap-x-8 py-2`}
      >
        <Link
          to={routes.landing}
          aria-label={`${name}, home`}
          className="inline-flex min-h-10 items-center rounded-md pointer-coarse:min-h-11"
        >
          <Wordmark name={name} logoUrl={logoUrl} className="max-sm:sr-only" />
        </Link>
        <nav
          aria-label="Pages"
          // On a phone, four fit. 'Features' leads to the landing page, as the logo does.
          className="-m-1 flex gap-x-6 overflow-x-auto p-1 text-sm max-md:order-last max-md:w-[calc(100%+0.5rem)] max-sm:*:first:hidden"
        >
          <HeaderLink to={`${routes.landing}#features`}>Features</HeaderLink>
          <HeaderLink to={routes.explore}>Explore</HeaderLink>
          <HeaderLink to={routes.publicTemplates}>Templates</HeaderLink>
          <HeaderLink to={routes.techniques}>Techniques</HeaderLink>
          <HeaderLink to={routes.pricing}>Pricing</HeaderLink>
        </nav>
        <nav aria-label="Account" className="ml-auto flex flex-wrap items-center justify-end gap-2">
          {account ?? <SignInLinks />}
        </nav>
      </header>
      <main className={flush ? 'flex-1' : 'flex-1 pb-24'}>{children}</main>
      <PublicFooter />
    </div>
  );
}

/**
 * Links to sign in for visitors, into the app for users. public/first-paint.js tells them apart
 * before the first paint.
 */
function SignInLinks() {
  return (
    <>
      <ButtonLink to={routes.signIn} variant="quiet" className="in-signed-in:hidden">
        Sign in
      </ButtonLink>
      {runtimeConfig().signIn.signUp ? (
        <ButtonLink to={routes.signUp} className="in-signed-in:hidden">
          Create your account
        </ButtonLink>
      ) : null}
      <ButtonLink to={routes.app} className="not-in-signed-in:hidden">
        Open your library
      </ButtonLink>
    </>
  );
}

function HeaderLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : undefined}
      className="inline-flex min-h-10 shrink-0 items-center border-b-2 border-transparent text-ink-soft pointer-coarse:min-h-11 hover:text-ink aria-[current]:border-cue aria-[current]:text-ink forced-colors:border-[color:Canvas] forced-colors:aria-[current]:border-[color:Highlight]"
    >
      {children}
    </Link>
  );
}
