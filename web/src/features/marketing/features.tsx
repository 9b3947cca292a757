import type { ReactNode } from 'react';
import { ChainDrawing } from './chain-drawing.tsx';
import { ComparisonDrawing } from './comparison-drawing.tsx';
import { SearchDrawing } from './search-drawing.tsx';
import { LandingSection, stopClass } from './landing-section.tsx';

/** Features of the product: three that the prompt above goes through, the others as text. */
export function Features() {
  return (
    <LandingSection id="features" title="Nothing you wrote is lost" sunken isStop>
      <Row
        text="Every version of a prompt is in its history. Put two side by side, see the words that changed, and restore the one you prefer. If someone else saved in the meantime, you merge the two. Nothing is overwritten unseen."
        drawing={<ComparisonDrawing />}
      />
      <Feature
        title="One answer feeds the next"
        text="Line up prompts in a chain. Step through it, paste each answer, and reuse it further down. Pause and pick up tomorrow."
        drawing={<ChainDrawing />}
      />
      <Feature
        title="Find it from half a memory"
        text="Search every word of titles and texts. A typo is forgiven, and filters narrow the results."
        drawing={<SearchDrawing />}
      />
      <dl className="mt-20 grid border-t border-hairline sm:grid-cols-2 sm:gap-x-14 lg:grid-cols-3">
        <Fact title="Groups and favourites">Sort by project, and keep the best within reach.</Fact>
        <Fact title="Templates">
          More than sixty starting points, from analytics to operations.
        </Fact>
        <Fact title="Community">Publish a prompt, or fork what others have published.</Fact>
        <Fact title="On your device">Install it as an app. Your library opens offline too.</Fact>
        <Fact title="Import and export">
          Bring whole files in. Take everything out, and leave any time.
        </Fact>
        <Fact title="Private by default">Nobody sees a prompt until you share it.</Fact>
      </dl>
    </LandingSection>
  );
}

interface RowProps {
  readonly text: string;
  readonly drawing: ReactNode;
}

function Row({ text, drawing }: RowProps) {
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <p className="max-w-[44ch] text-lg text-pretty text-ink-soft">{text}</p>
      <div aria-hidden="true">{drawing}</div>
    </div>
  );
}

function Feature({ title, ...row }: RowProps & { readonly title: string }) {
  return (
    <div className="mt-16">
      <h3 className={`${stopClass} font-serif text-2xl font-medium tracking-[-0.01em]`}>{title}</h3>
      <Row {...row} />
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
