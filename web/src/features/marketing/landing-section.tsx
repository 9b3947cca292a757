import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** Sets the width of every public page. */
export const pageWidthClass = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';

interface LandingSectionProps {
  /** The target of links to this section. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Whether it has a darker background between two lines. */
  readonly sunken?: boolean;
  readonly children: ReactNode;
}

/** A section of the landing page: a heading, an optional lead and content. */
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
      <div className={pageWidthClass}>
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
