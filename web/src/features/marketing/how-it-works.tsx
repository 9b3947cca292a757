import type { ReactNode } from 'react';
import { VariableText } from '#web/ui/content/variable-text.tsx';
import { LandingSection } from './landing-section.tsx';

/** Three steps, each with a drawing of the product. */
export function HowItWorks() {
  return (
    <LandingSection id="how-it-works" title="How it works" sunken isStop>
      <ol className="mt-12 grid grid-cols-1 gap-x-12 gap-y-12 md:grid-cols-3">
        <Step
          number={1}
          title="Write it once"
          text="Import a file of prompts or write your first one. Mark the parts that change."
        >
          <p className="font-mono text-sm leading-7">
            <VariableText text={'Rewrite the text for {{audience}}, in a {{tone}} tone.'} />
          </p>
        </Step>
        <Step
          number={2}
          title="Fill it in"
          text="Copying asks for the values, with your last ones filled in. Then paste it where you work."
        >
          <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
            <Answer name="audience" value="a new colleague" />
            <Answer name="tone" value="friendly" />
          </dl>
        </Step>
        <Step
          number={3}
          title="Make it better"
          text="Each save is a version. Compare two, word by word, and restore the one that worked."
        >
          <ul className="space-y-1.5 text-sm">
            <VersionLine number={3} note="Name audience and length" current />
            <VersionLine number={2} note="Shorter opening" />
            <VersionLine number={1} note="Initial version" />
          </ul>
        </Step>
      </ol>
    </LandingSection>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <li className="items-center gap-x-8 sm:max-md:grid sm:max-md:grid-cols-2">
      <div
        aria-hidden="true"
        className="flex h-36 flex-col justify-center rounded-lg border border-hairline bg-surface px-5"
      >
        {children}
      </div>
      <div className="max-sm:mt-6 md:mt-6">
        <h3 className="flex items-baseline gap-3 text-lg font-semibold">
          <span aria-hidden="true" className="font-serif text-cue-ink tabular-nums">
            {number}
          </span>
          {title}
        </h3>
        <p className="mt-1.5 text-ink-soft">{text}</p>
      </div>
    </li>
  );
}

function Answer({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt className="text-ink-quiet">{name}</dt>
      <dd className="truncate rounded-md border border-outline bg-surface px-2.5 py-1.5">
        {value}
      </dd>
    </>
  );
}

interface VersionLineProps {
  readonly number: number;
  readonly note: string;
  readonly current?: boolean;
}

function VersionLine({ number, note, current = false }: VersionLineProps) {
  return (
    <li className="cue-line flex h-8 items-center gap-3 pl-3" data-here={current}>
      <span className="font-medium tabular-nums">{number}</span>
      <span className="min-w-0 flex-1 truncate text-ink-soft">{note}</span>
      <span className="shrink-0 text-xs text-ink-quiet">{current ? 'Current' : 'Restore'}</span>
    </li>
  );
}
