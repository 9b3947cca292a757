import { Popover as Radix } from 'radix-ui';
import type { PopoverProps } from './overlay-props.ts';

/** The script behind {@link Popover}; it mounts on the first press, so it starts open. */
export default function PopoverOverlay({ trigger, label, children }: PopoverProps) {
  return (
    <Radix.Root defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-[min(28rem,var(--radix-popover-content-available-height))] w-72 max-w-[calc(100vw-1rem)] has-[dl]:w-104 animate-[fade-in_120ms_ease-out] overflow-y-auto rounded-lg border border-hairline bg-surface p-4 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
