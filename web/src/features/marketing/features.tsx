import type { ReactNode } from 'react';
import { ChainDrawing } from './chain-drawing.tsx';
import { ComparisonDrawing } from './comparison-drawing.tsx';
import { SearchDrawing } from './search-drawing.tsx';
import { LandingSection } from './section.tsx';

/** Three things shown, and the rest said. */
export function Features() {
  return (
    <LandingSection id="features" title="Nothing you wrote is lost" sunken>
      <div className="mt-4 grid gap-x-14 gap-y-9 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <p className="max-w-[44ch] text-lg text-ink-soft">
          Every state a prompt ever had is in its history. Put two side by side, see the words that
          changed, and restore the one you liked better. If somebody saved in the meantime, you
          merge; nothing is overwritten unseen.
        </p>
        <ComparisonDrawing />
      </div>
      <div className="mt-20 grid gap-x-14 gap-y-16 lg:grid-cols-2">
        <Feature
          title="One answer feeds the next"
          text="Put prompts in order as a chain. Step through it, paste each answer, and use it further down. Stop, and go on tomorrow."
        >
          <ChainDrawing />
        </Feature>
        <Feature
          title="Found as you half remember it"
          text="Search every word of title and text. One slip of the finger is forgiven, and filters narrow what is left."
        >
          <SearchDrawing />
        </Feature>
      </div>
      <dl className="mt-20 grid border-t border-hairline sm:grid-cols-2 sm:gap-x-14 lg:grid-cols-3">
        <Fact title="Groups and favourites">Sort by project, and keep the best within reach.</Fact>
        <Fact title="Templates">Sixty and more to begin with, from analytics to operations.</Fact>
        <Fact title="Community">Publish a prompt, or fork what others published.</Fact>
        <Fact title="On your device">Install it, and read your library without a line.</Fact>
        <Fact title="In and out">Import whole files. Export everything, and leave any time.</Fact>
        <Fact title="Private by default">Nobody sees a prompt until you say so.</Fact>
      </dl>
    </LandingSection>
  );
}

interface FeatureProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Feature({ title, text, children }: FeatureProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <h3 className="font-serif text-2xl font-medium tracking-[-0.01em]">{title}</h3>
      <p className="mt-3 max-w-[48ch] text-ink-soft">{text}</p>
      <div aria-hidden="true" className="mt-7 flex-1">
        {children}
      </div>
    </div>
  );
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="border-b border-hairline py-6">
      <dt className="font-semibold">{title}</dt>
      <dd className="mt-1 text-ink-soft">{children}</dd>
    </div>
  );
}
