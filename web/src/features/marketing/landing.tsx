import type { ReactNode } from 'react';
import { routes } from '#contract/routes.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { ComparisonDrawing } from './comparison-drawing.tsx';
import { FillingPrompt } from './filling-prompt.tsx';
import { PublicFrame } from './public-frame.tsx';
import { TypedWord } from './typed-word.tsx';

const measure = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';

/** The first page: what the product is, shown by itself. */
export function Landing() {
  usePageTitle(null);
  return (
    <PublicFrame>
      <section
        className={`${measure} grid items-center gap-x-16 gap-y-12 pt-12 pb-20 md:pt-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]`}
      >
        <div>
          <h1 className="font-serif text-4xl font-medium tracking-[-0.022em] sm:text-5xl">
            Every prompt you write, <TypedWord word="remembered." />
          </h1>
          <p className="mt-6 max-w-[46ch] text-lg text-ink-soft">
            A prompt book for people who work with AI. Write a prompt once, fill it in wherever you
            need it, and see how it became what it is.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to={routes.signUp} variant="primary" size="large">
              Get started
            </ButtonLink>
            <ButtonLink to={routes.signIn} size="large">
              Sign in
            </ButtonLink>
          </div>
        </div>
        <FillingPrompt />
      </section>

      <section className="border-y border-hairline bg-sunken/60 py-16 md:py-20">
        <div
          className={`${measure} grid items-center gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.9fr)]`}
        >
          <div>
            <h2 className="font-serif text-3xl font-medium tracking-[-0.015em]">
              Nothing you wrote is lost
            </h2>
            <p className="mt-4 max-w-[44ch] text-ink-soft">
              Each save is a version. Put two side by side, see the words that changed, and bring
              back the one that worked.
            </p>
          </div>
          <ComparisonDrawing />
        </div>
      </section>

      <section className={`${measure} py-16 md:py-20`}>
        <h2 className="font-serif text-3xl font-medium tracking-[-0.015em]">How it works</h2>
        <ol className="mt-8 grid gap-x-10 gap-y-8 md:grid-cols-3">
          <Step number={1} title="Bring what you have">
            Import a file of prompts, or write the first one. Mark what changes from use to use as a
            variable.
          </Step>
          <Step number={2} title="Find it when you need it">
            Search by any word of the title or the text. Keep favourites at hand, and sort the rest
            into groups.
          </Step>
          <Step number={3} title="Share what works">
            Publish a prompt to the community, and fork what others published into your own library.
          </Step>
        </ol>
        <div className="mt-14 flex flex-wrap items-center justify-between gap-6 border-t border-hairline pt-10">
          <p className="font-serif text-2xl font-medium">Free to use. No limit on prompts.</p>
          <ButtonLink to={routes.signUp} variant="primary" size="large">
            Create your account
          </ButtonLink>
        </div>
      </section>
    </PublicFrame>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, title, children }: StepProps) {
  return (
    <li className="border-l-2 border-hairline pl-5">
      <span aria-hidden="true" className="font-serif text-lg text-cue-ink">
        {number}
      </span>
      <h3 className="mt-1 text-lg font-semibold">{title}</h3>
      <p className="mt-2 text-ink-soft">{children}</p>
    </li>
  );
}
