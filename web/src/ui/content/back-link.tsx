import { ArrowLeft } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { stepsBackTo } from '#web/lib/react/visited-pages.ts';
import { cx } from '#web/lib/theme/class-names.ts';

interface BackLinkProps {
  readonly to: string;
  readonly className?: string;
}

/**
 * The link 'Back' of a page. If the person came from there, it goes back in the history, so that
 * the list has its place, selection and focus again.
 */
export function BackLink({ to, className }: BackLinkProps) {
  const navigate = useNavigate();
  function goBack(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const steps = stepsBackTo(to);
    if (steps === 0) return;
    event.preventDefault();
    void navigate(-steps);
  }
  return (
    <Link
      to={to}
      onClick={goBack}
      aria-label="Back"
      data-tooltip="Back"
      className={cx(
        '-ml-2 grid size-10 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink print:hidden pointer-coarse:-my-0.5 pointer-coarse:-mr-1 pointer-coarse:size-11',
        className,
      )}
    >
      <ArrowLeft size={20} />
    </Link>
  );
}
