import { useId, type ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';

/** Sets the width of every public page. */
export const pageWidthClass = 'mx-auto w-full max-w-[1120px] px-5 sm:px-8';

/** Marks a heading as a stop on the landing page's line. */
export const stopClass =
  'relative before:absolute before:top-[0.45em] before:-left-[16px] before:z-20 before:size-2.5 before:rounded-full before:bg-cue sm:before:-left-[24px]';

interface LandingSectionProps {
  /** The target of links to this section. */
  readonly id?: string;
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Whether it has a darker background between two lines. */
  readonly sunken?: boolean;
  /** Whether its heading is a stop on the landing page's line. */
  readonly isStop?: boolean;
  readonly children: ReactNode;
}

/** A section of the landing page: a heading, an optional lead and content. */
export function LandingSection(props: LandingSectionProps) {
  const { id, title, lead, sunken = false, isStop = false, children } = props;
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
          className={cx(
            isStop && stopClass,
            'max-w-[24ch] font-serif text-3xl font-medium tracking-[-0.015em] sm:text-[2.375rem] sm:leading-[1.15]',
          )}
        >
          {title}
        </h2>
        {lead ? <p className="mt-4 max-w-[58ch] text-lg text-ink-soft">{lead}</p> : null}
        {children}
      </div>
    </section>
  );
}
