import { usePageTitle } from '#web/lib/react/page-title.ts';
import { Features } from './features.tsx';
import { GetStarted } from './get-started.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PublicFrame } from './public-frame.tsx';
import { TechniquesTeaser, type TechniqueName } from './techniques-teaser.tsx';
import { UseCases } from './use-cases.tsx';

/** The first page: what the product is, shown by itself. Read in a minute, and whole without a script. */
export function Landing({ techniques }: { readonly techniques: readonly TechniqueName[] }) {
  usePageTitle(null);
  return (
    <PublicFrame flush>
      <Hero />
      <HowItWorks />
      <UseCases />
      <Features />
      <TechniquesTeaser techniques={techniques} />
      <GetStarted />
    </PublicFrame>
  );
}
