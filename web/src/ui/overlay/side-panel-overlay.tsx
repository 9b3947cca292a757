import { cx } from '#web/lib/theme/class-names.ts';
import type { SidePanelProps } from './overlay-props.ts';
import { WindowOverlay } from './window-overlay.tsx';

/** The script behind {@link SidePanel}. */
export default function SidePanelOverlay({ children, footer, width, ...window }: SidePanelProps) {
  return (
    <WindowOverlay
      {...window}
      className={cx(
        'inset-y-0 right-0 w-full animate-[slide-in_180ms_var(--ease-out)] border-l',
        width === 'wide' ? 'md:max-w-3xl' : 'md:max-w-xl',
      )}
      headerClassName="items-center border-b border-hairline px-5 py-3 md:px-7"
    >
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 md:px-7">{children}</div>
      {footer ? (
        <div
          data-foot
          className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline px-5 py-3 max-sm:*:grow max-[359px]:px-4 md:px-7"
        >
          {footer}
        </div>
      ) : null}
    </WindowOverlay>
  );
}
