import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/runtime-config.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';

const measure = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';

interface PublicFrameProps {
  readonly children: ReactNode;
  /** At the right of the head, instead of the ways to sign in. */
  readonly account?: ReactNode;
}

/** Head and foot of the pages that are for everybody. */
export function PublicFrame({ children, account }: PublicFrameProps) {
  const { name, logoUrl } = runtimeConfig().brand;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className={`${measure} flex h-18 shrink-0 items-center justify-between gap-4`}>
        <Link
          to={routes.landing}
          aria-label={`${name}, home`}
          className="inline-flex min-h-10 items-center rounded-md"
        >
          <Wordmark name={name} logoUrl={logoUrl} />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-2">
          {account ?? (
            <>
              <ButtonLink to={routes.signIn} variant="quiet">
                Sign in
              </ButtonLink>
              <ButtonLink to={routes.signUp} className="max-sm:hidden">
                Get started
              </ButtonLink>
            </>
          )}
        </nav>
      </header>
      <main className="flex-1">{children}</main>
      <footer className="mt-24 border-t border-hairline">
        <div
          className={`${measure} flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-8 text-sm`}
        >
          <p className="font-serif text-base text-ink-soft">{name}</p>
          <nav aria-label="Footer">
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              <FooterLink to={routes.techniques}>Techniques</FooterLink>
              <FooterLink to={routes.pricing}>Pricing</FooterLink>
              <FooterLink to={routes.whyFree}>Why Free?</FooterLink>
              <FooterLink to={routes.privacy}>Privacy</FooterLink>
              <FooterLink to={routes.terms}>Terms</FooterLink>
            </ul>
          </nav>
        </div>
      </footer>
    </div>
  );
}

function FooterLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-8 items-center text-ink-soft hover:text-ink hover:underline hover:underline-offset-4"
      >
        {children}
      </Link>
    </li>
  );
}
