import type { ReactNode } from 'react';
import { pageWidthClass } from './landing-section.tsx';

/**
 * Claims that can be checked, each with the command that checks it. The figures are those of the README
 * (bench/README.md says how they were measured).
 */
export function FactBand() {
  return (
    <section aria-labelledby="facts" className="border-t border-hairline">
      <div className={pageWidthClass}>
        <h2 id="facts" className="sr-only">
          Facts you can check
        </h2>
        <dl className="grid sm:grid-cols-2 lg:grid-cols-4">
          <Fact figure="One command" command="npm start">
            Installs, builds, and brings its own database. Nothing else to set up.
          </Fact>
          <Fact figure="11 ms" command="npm run bench -- --scale 1000000">
            To find five words among a million prompts. <code className="font-mono">ILIKE</code>{' '}
            takes 9.9 seconds.
          </Fact>
          <Fact figure="0 trackers" command="npm test">
            No analytics, and no font, script or profile picture from another site.
          </Fact>
          <Fact figure="MIT" command="cat LICENSE">
            Read it, change it, run it on your own machine.
          </Fact>
        </dl>
      </div>
    </section>
  );
}

interface FactProps {
  readonly figure: string;
  readonly command: string;
  readonly children: ReactNode;
}

function Fact({ figure, command, children }: FactProps) {
  return (
    <div className="border-hairline py-8 max-sm:border-b sm:pr-8">
      <dt className="font-serif text-2xl font-medium tracking-[-0.01em]">{figure}</dt>
      <dd className="mt-1.5 text-sm text-pretty text-ink-soft">{children}</dd>
      <dd className="mt-4">
        <code className="block rounded-md bg-sunken px-3 py-2 font-mono text-sm break-words text-ink">
          {command}
        </code>
        <button
          type="button"
          data-copy={command}
          className="mt-1 inline-flex min-h-8 items-center text-sm text-ink-soft underline underline-offset-3 pointer-coarse:min-h-11 hover:text-ink not-in-script:hidden"
        >
          Copy<span className="sr-only"> {command}</span>
        </button>
      </dd>
    </div>
  );
}
