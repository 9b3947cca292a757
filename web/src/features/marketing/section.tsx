import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** The width of every public page. */
export const measure = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';

interface LandingSectionProps {
  /** Where a link to this part leads. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** On sunken paper, between hairlines. */
  readonly sunken?: boolean;
  readonly children: ReactNode;
}

/** One part of the landing page: a heading, a sentence, and what it shows. */
export function LandingSection({ id, title, lead, sunken = false, children }: LandingSectionProps) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className={cx(
        'scroll-mt-6 py-16 md:py-22',
        sunken && 'border-y border-hairline bg-sunken/60',
      )}
    >
      <div className={measure}>
        <h2
          id={heading}
          className="max-w-[24ch] font-serif text-3xl font-medium tracking-[-0.015em] sm:text-[2.375rem] sm:leading-[1.15]"
        >
          {title}
        </h2>
        {lead ? <p className="mt-4 max-w-[58ch] text-lg text-ink-soft">{lead}</p> : null}
        {children}
      </div>
    </section>
  );
}
