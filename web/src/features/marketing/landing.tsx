import { FactBand } from './fact-band.tsx';
import { Features } from './features.tsx';
import { GetStarted } from './get-started.tsx';
import { Hero } from './hero.tsx';
import { HeroDemo } from './hero-demo.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PublicLayout } from './public-layout.tsx';
import { TechniquesTeaser, type TechniqueLink } from './techniques-teaser.tsx';
import { UseCases } from './use-cases.tsx';

/** The line that leads one prompt down the page: its text, its versions, a chain, a search. */
function StoryLine() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-y-0 left-1/2 z-10 w-full max-w-[1120px] -translate-x-1/2"
    >
      <span className="absolute top-12 bottom-0 left-2 w-0.5 bg-cue sm:left-3" />
    </div>
  );
}

/** /: the landing page. It is complete without any script. */
export function Landing({ techniques }: { readonly techniques: readonly TechniqueLink[] }) {
  return (
    <PublicLayout flush>
      <Hero />
      <div className="relative">
        <StoryLine />
        <HeroDemo />
        <FactBand />
        <HowItWorks />
        <UseCases />
        <Features />
      </div>
      <TechniquesTeaser techniques={techniques} />
      <GetStarted />
    </PublicLayout>
  );
}
