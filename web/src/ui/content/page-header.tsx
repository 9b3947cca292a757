import type { ReactNode } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import { usePageTitle } from '#web/lib/react/use-page-title.ts';
import { BackLink } from './back-link.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** The target of 'Back'. */
  readonly back?: string;
  readonly subtitle?: ReactNode;
  /** Buttons at the right, the primary one last. */
  readonly actions?: ReactNode;
}

/** A title with more characters is set smaller, with its actions below. */
const longFrom = 60;

/** The header of a page: 'Back', title and actions. It also sets the document's title. */
export function PageHeader({ title, back, subtitle, actions }: PageHeaderProps) {
  usePageTitle(title);
  const long = title.length > longFrom;
  return (
    <header
      className={cx(
        'mb-4 flex flex-wrap gap-x-2 gap-y-3 sm:mb-6',
        long ? 'items-start' : 'items-center sm:items-start',
      )}
    >
      {back === undefined ? null : <BackLink to={back} className="self-start" />}
      <div
        className={cx(
          'min-w-0 flex-1 text-left',
          long ? 'basis-[calc(100%-3rem)] pt-1' : 'basis-32 sm:basis-48',
        )}
      >
        <h1
          className={cx(
            'font-serif font-medium tracking-[-0.01em] text-ink',
            long ? 'text-xl' : 'text-2xl sm:text-3xl',
          )}
        >
          {title}
        </h1>
        {subtitle ? (
          <p className="mt-1 text-sm text-ink-quiet [unicode-bidi:plaintext]">{subtitle}</p>
        ) : null}
      </div>
      {actions ? (
        <div className="flex flex-wrap items-center gap-2 max-[359px]:gap-1 sm:ml-auto">
          {actions}
        </div>
      ) : null}
    </header>
  );
}
