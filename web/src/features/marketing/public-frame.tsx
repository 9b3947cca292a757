import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Wordmark } from '#web/ui/content/wordmark.tsx';
import { PublicFooter } from './public-footer.tsx';
import { measure } from './section.tsx';

interface PublicFrameProps {
  readonly children: ReactNode;
  /** At the right of the head, instead of the ways to sign in. */
  readonly account?: ReactNode;
  /** The last part of the page meets the foot. */
  readonly flush?: boolean;
}

/** Head and foot of the pages that are for everybody. */
export function PublicFrame({ children, account, flush = false }: PublicFrameProps) {
  const { name, logoUrl } = runtimeConfig().brand;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className={`${measure} flex h-18 shrink-0 items-center gap-x-8`}>
        <Link
          to={routes.landing}
          aria-label={`${name}, home`}
          className="inline-flex min-h-10 items-center rounded-md pointer-coarse:min-h-11"
        >
          <Wordmark name={name} logoUrl={logoUrl} />
        </Link>
        <nav aria-label="Pages" className="flex gap-x-6 text-sm max-md:hidden">
          <HeadLink to={`${routes.landing}#features`}>Features</HeadLink>
          <HeadLink to={routes.techniques}>Techniques</HeadLink>
          <HeadLink to={routes.pricing}>Pricing</HeadLink>
        </nav>
        <nav aria-label="Account" className="ml-auto flex items-center gap-2">
          {account ?? <WaysIn />}
        </nav>
      </header>
      <main className={flush ? 'flex-1' : 'flex-1 pb-24'}>{children}</main>
      <PublicFooter />
    </div>
  );
}

/** For a visitor the ways in, for who is signed in the way on (public/first-paint.js tells them apart before anything is painted). */
function WaysIn() {
  return (
    <>
      <ButtonLink to={routes.signIn} variant="quiet" className="in-signed-in:hidden">
        Sign in
      </ButtonLink>
      {runtimeConfig().signIn.signUp ? (
        <ButtonLink to={routes.signUp} className="in-signed-in:hidden max-sm:hidden">
          Get started
        </ButtonLink>
      ) : null}
      <ButtonLink to={routes.app} className="not-in-signed-in:hidden">
        Open your library
      </ButtonLink>
    </>
  );
}

function HeadLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-10 items-center text-ink-soft pointer-coarse:min-h-11 hover:text-ink"
    >
      {children}
    </Link>
  );
}
