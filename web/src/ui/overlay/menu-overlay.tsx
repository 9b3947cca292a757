import { DropdownMenu as Radix } from 'radix-ui';
import { useRef, useState } from 'react';
import { cx } from '#web/lib/theme/class-names.ts';
import type { MenuProps } from './overlay-props.ts';

/** The script behind {@link Menu}; it mounts on the first press, so it starts open. */
export default function MenuOverlay({
  trigger,
  items,
  align = 'end',
  side = 'bottom',
  header,
}: MenuProps) {
  const [container, setContainer] = useState<Element | null>(null);
  const isFirstFocus = useRef(true);
  return (
    // Not modal: a modal menu hides the page from screen readers while its links can still take
    // focus.
    <Radix.Root defaultOpen modal={false}>
      <Radix.Trigger
        asChild
        ref={(button) =>
          setContainer(button?.closest('[role="dialog"], aside, main, header') ?? null)
        }
      >
        {trigger}
      </Radix.Trigger>
      {/* In the landmark of its button, so that screen readers find it while moving by landmark. */}
      <Radix.Portal container={container}>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          // Radix mounts after the first press, and doesn't know whether that was a key.
          onFocus={({ currentTarget }) => {
            if (isFirstFocus.current && currentTarget.matches(':focus-visible'))
              currentTarget
                .querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')
                ?.focus();
            isFirstFocus.current = false;
          }}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-48 animate-[fade-in_120ms_ease-out] overflow-y-auto rounded-lg border border-hairline bg-surface p-1 shadow-float"
        >
          {header ? (
            <div className="truncate px-3 pt-2 pb-1.5 text-xs text-ink-quiet">{header}</div>
          ) : null}
          {items.map(({ icon: Icon, ...item }, index) => (
            <div key={item.label} role="presentation">
              {index > 0 && (item.separated || item.danger) ? (
                <Radix.Separator className="my-1 h-px bg-hairline" />
              ) : null}
              <Radix.Item
                disabled={item.disabled ?? false}
                onSelect={item.onSelect}
                className={cx(
                  'flex min-h-9 cursor-default pointer-coarse:min-h-11 items-center gap-2.5 rounded-md px-3 text-sm outline-none select-none',
                  'data-[disabled]:opacity-50 data-[highlighted]:bg-hover',
                  item.danger ? 'text-danger-ink' : 'text-ink',
                )}
              >
                {Icon ? <Icon size={16} /> : null}
                {item.label}
              </Radix.Item>
            </div>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
