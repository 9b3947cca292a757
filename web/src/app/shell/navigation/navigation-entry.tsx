import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';
import type { NavigationItem } from './navigation.ts';

interface NavigationEntryProps {
  readonly item: NavigationItem;
  readonly collapsed: boolean;
  readonly isHere: boolean;
  readonly badge?: ReactNode;
}

/** An entry of the main navigation. A disabled item isn't a link. */
export function NavigationEntry({ item, collapsed, isHere, badge }: NavigationEntryProps) {
  const Icon = item.icon;
  const look = cx(
    'cue-line flex h-9 items-center gap-3 text-sm font-medium transition-colors focus-visible:outline-offset-[-2px] pointer-coarse:h-11',
    collapsed ? 'justify-center' : 'px-5',
    item.disabled
      ? 'text-ink-quiet'
      : isHere
        ? 'bg-sunken-hover text-ink'
        : 'text-ink-soft hover:bg-sunken-hover hover:text-ink',
  );
  const content = (
    <>
      <Icon size={18} strokeWidth={1.75} className="shrink-0" />
      <span className={collapsed ? 'sr-only' : 'truncate'}>{item.title}</span>
      {badge}
    </>
  );
  const tooltip = collapsed ? item.title : undefined;
  if (item.disabled) {
    return (
      <span className={look} data-tooltip={tooltip} aria-disabled="true">
        {content}
      </span>
    );
  }
  return (
    <Link
      to={item.to}
      className={look}
      data-tooltip={tooltip}
      aria-current={isHere ? 'page' : undefined}
    >
      {content}
    </Link>
  );
}
