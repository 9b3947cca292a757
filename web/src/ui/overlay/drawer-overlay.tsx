import { Dialog as Radix } from 'radix-ui';
import type { DrawerProps } from './overlay-props.ts';
import { scrimClass } from './overlay-class.ts';

/** The script behind {@link Drawer}. */
export default function DrawerOverlay({ open, onOpenChange, title, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 flex w-64 animate-[slide-in-left_180ms_var(--ease-out)] flex-col border-r border-hairline bg-sunken shadow-float focus:outline-none low:overflow-y-auto"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
