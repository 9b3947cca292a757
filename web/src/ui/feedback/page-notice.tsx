import type { ReactNode } from 'react';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { TornPage } from '#web/ui/drawings/torn-page.tsx';
import { cx } from '#web/lib/theme/class-names.ts';

interface PageNoticeProps {
  readonly title: string;
  /** Explains why the page isn't here. */
  readonly children: ReactNode;
  readonly to: string;
  readonly label: string;
  /** The least height, such as `min-h-dvh`. */
  readonly className: string;
}

/** Replaces a page that can't be shown, with a link to another. */
export function PageNotice({ title, children, to, label, className }: PageNoticeProps) {
  return (
    <div
      className={cx('flex flex-col items-center justify-center px-6 py-16 text-center', className)}
    >
      <div className="mb-5 text-ink-quiet">
        <TornPage />
      </div>
      <h1 className="font-serif text-3xl font-medium">{title}</h1>
      <p className="mt-3 max-w-md text-balance text-ink-soft">{children}</p>
      <ButtonLink to={to} variant="primary" className="mt-6">
        {label}
      </ButtonLink>
    </div>
  );
}
