import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePageTitle } from '#web/lib/page-title.ts';

interface PageHeaderProps {
  readonly title: string;
  /** Where 'Back' leads. */
  readonly back?: string;
  readonly subtitle?: ReactNode;
  /** At the right; the one primary action last. */
  readonly actions?: ReactNode;
}

/** The head of a page: back where there is a way back, title, actions. Also names the document. */
export function PageHeader({ title, back, subtitle, actions }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className="mb-6 flex flex-wrap items-center gap-x-2 gap-y-3">
      {back === undefined ? null : (
        <Link
          to={back}
          aria-label="Back"
          title="Back"
          className="-ml-2 grid size-10 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
        >
          <ArrowLeft size={20} aria-hidden="true" />
        </Link>
      )}
      <div className="min-w-0 flex-1 basis-48">
        <h1 className="font-serif text-3xl font-medium tracking-[-0.01em] text-ink">{title}</h1>
        {subtitle ? <p className="mt-1 text-sm text-ink-quiet">{subtitle}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}
