import { Children, useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';

interface LinkSectionProps {
  readonly title: string;
  readonly collapsed?: boolean;
  readonly children: ReactNode;
}

/** A titled list of links under the navigation; nothing without entries. */
export function LinkSection({ title, collapsed = false, children }: LinkSectionProps) {
  const id = useId();
  if (Children.count(children) === 0) return null;
  return (
    <>
      <p id={id} className={collapsed ? 'sr-only' : 'px-5 pt-5 pb-1 text-xs text-ink-quiet'}>
        {title}
      </p>
      <ul
        aria-labelledby={id}
        className={collapsed ? 'mx-3 mt-2 border-t border-hairline pt-2' : undefined}
      >
        {children}
      </ul>
    </>
  );
}

interface SectionLinkProps {
  readonly to: string;
  readonly isHere: boolean;
  readonly icon: ReactNode;
  readonly title: string;
  readonly collapsed?: boolean;
  readonly count?: ReactNode;
}

export function SectionLink({ to, isHere, icon, title, collapsed, count }: SectionLinkProps) {
  return (
    <li className={collapsed ? '-mx-3' : undefined}>
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        data-tooltip={collapsed ? title : undefined}
        className={cx(
          'cue-line flex items-center gap-3 text-sm transition-colors focus-visible:outline-offset-[-2px] pointer-coarse:h-11',
          collapsed ? 'h-9 justify-center' : 'h-8 px-5',
          isHere
            ? 'bg-sunken-hover text-ink'
            : 'text-ink-soft hover:bg-sunken-hover hover:text-ink',
        )}
      >
        <span className="grid w-[18px] shrink-0 place-items-center">{icon}</span>
        <span dir="auto" className={collapsed ? 'sr-only' : 'truncate text-left'}>
          {title}
        </span>
        {count}
      </Link>
    </li>
  );
}
