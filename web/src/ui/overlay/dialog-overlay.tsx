import { cx } from '#web/lib/theme/class-names.ts';
import type { DialogProps } from './overlay-props.ts';
import { ScrollArea } from './scroll-area.tsx';
import { WindowOverlay } from './window-overlay.tsx';

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-5xl' } as const;

/** The script behind {@link Dialog}. */
export default function DialogOverlay({
  children,
  footer,
  width = 'medium',
  ...window
}: DialogProps) {
  return (
    <WindowOverlay
      {...window}
      className={cx(
        'inset-x-3 top-1/2 mx-auto max-h-[min(52rem,calc(100dvh-1.5rem))] -translate-y-1/2',
        'animate-[fade-in_160ms_ease-out] rounded-lg border',
        widths[width],
      )}
      headerClassName="items-start px-6 pt-5 pb-3 max-sm:px-4"
      closeSize="small"
    >
      <ScrollArea className="min-h-0 flex-1 overflow-y-auto px-6 pt-1 pb-6 max-sm:px-4 focus-visible:outline-offset-[-2px]">
        {children}
      </ScrollArea>
      {footer ? (
        <div className="flex flex-wrap justify-end gap-2 border-t border-hairline px-6 py-4 max-sm:px-4 max-sm:py-3 max-sm:*:grow">
          {footer}
        </div>
      ) : null}
    </WindowOverlay>
  );
}
