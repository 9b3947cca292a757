import { Link } from 'react-router';
import { cx } from '#web/lib/theme/class-names.ts';
import { bottomItems, isExternal, type NavigationItem } from './navigation/navigation.ts';

interface BottomLinksProps {
  readonly items: readonly NavigationItem[];
  readonly collapsed: boolean;
}

/** The links at the bottom of the sidebar. External ones open a new tab. */
export function BottomLinks({ items, collapsed }: BottomLinksProps) {
  return (
    <div className={cx('space-y-0.5 py-2', collapsed ? 'px-2' : 'px-3')}>
      {bottomItems(items).map((item) => {
        const Icon = item.icon;
        return (
          <Link
            key={item.title}
            to={item.to}
            {...(isExternal(item) ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
            data-tooltip={collapsed ? item.title : undefined}
            className={cx(
              'flex h-9 items-center gap-3 rounded-md text-sm text-ink-quiet transition-colors hover:bg-sunken-hover hover:text-ink pointer-coarse:h-11',
              collapsed ? 'justify-center' : 'px-2',
            )}
          >
            <Icon size={18} strokeWidth={1.75} className="shrink-0" />
            <span className={collapsed ? 'sr-only' : 'truncate'}>{item.title}</span>
          </Link>
        );
      })}
    </div>
  );
}
