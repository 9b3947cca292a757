import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { Features } from './features.tsx';
import { GetStarted } from './get-started.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PublicLayout } from './public-layout.tsx';
import { TechniquesTeaser, type TechniqueLink } from './techniques-teaser.tsx';
import { UseCases } from './use-cases.tsx';

/** /: the landing page. It is complete without any script. */
export function Landing({ techniques }: { readonly techniques: readonly TechniqueLink[] }) {
  usePageTitle(null);
  return (
    <PublicLayout flush>
      <Hero />
      <HowItWorks />
      <UseCases />
      <Features />
      <TechniquesTeaser techniques={techniques} />
      <GetStarted />
    </PublicLayout>
  );
}
