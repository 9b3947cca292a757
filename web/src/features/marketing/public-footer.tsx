import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { routes } from '#contract/routes.ts';
import { runtimeConfig } from '#web/data/backend/runtime-config.ts';
import { Wordmark } from '#web/ui/content/wordmark.tsx';
import { pageWidthClass } from './landing-section.tsx';

/** The footer of every public page. */
export function PublicFooter() {
  const { brand, links } = runtimeConfig();
  return (
    <footer className="border-t border-hairline">
      <div
        className={`${pageWidthClass} flex flex-wrap justify-between gap-x-16 gap-y-10 py-12 text-sm`}
      >
        <div className="max-w-[30ch]">
          <Wordmark name={brand.name} logoUrl={brand.logoUrl} />
          <p className="mt-3 text-ink-quiet">Keep the prompts you work with.</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-16 gap-y-8">
          <FooterList title="Product">
            <FooterLink to={routes.explore}>Explore</FooterLink>
            <FooterLink to={routes.publicTemplates}>Templates</FooterLink>
            <FooterLink to={routes.appPricing}>Pricing</FooterLink>
            <FooterLink to={routes.appLearn}>Learn</FooterLink>
            <FooterLink to={routes.whyFree}>Why Free?</FooterLink>
            {links.tutorial === null ? null : <FooterLink to={links.tutorial}>Tutorial</FooterLink>}
          </FooterList>
          <FooterList title="The small print">
            <FooterLink to={routes.appPrivacy}>Privacy</FooterLink>
            <FooterLink to={routes.appTerms}>Terms</FooterLink>
            <FooterLink to={routes.credits}>Credits</FooterLink>
          </FooterList>
        </nav>
      </div>
    </footer>
  );
}

function FooterList({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <p className="font-semibold">{title}</p>
      <ul className="mt-2">{children}</ul>
    </div>
  );
}

function FooterLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 text-ink-soft hover:text-ink hover:underline hover:underline-offset-4"
      >
        {children}
      </Link>
    </li>
  );
}
