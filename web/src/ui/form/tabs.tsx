import { useId, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps<Value extends string> {
  /** The name of the tab list, for screen readers. */
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  /** The panel of the selected tab. */
  readonly children: ReactNode;
  /** At the right of the tabs. */
  readonly aside?: ReactNode;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs over one panel; arrow keys, Home and End move between them (the ARIA pattern for tabs). */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, value, onChange, tabs, children, aside } = props;
  const id = useId();

  function move(event: KeyboardEvent<HTMLElement>) {
    const current = tabs.findIndex((tab) => tab.value === value);
    const step = steps[event.key] ?? 0;
    const to = { Home: 0, End: tabs.length - 1 }[event.key] ?? current + step;
    const tab = tabs.at(to % tabs.length);
    if (to === current || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    document.getElementById(`${id}-${tab.value}`)?.focus();
  }

  return (
    <div>
      <div className="flex items-end justify-between gap-4 border-b border-hairline">
        <div
          role="tablist"
          aria-label={label}
          className="-mb-px flex justify-between overflow-x-auto [scrollbar-width:none] min-[360px]:justify-start min-[400px]:gap-1"
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
              className="h-10 shrink-0 border-b-2 pointer-coarse:h-11 border-transparent px-0.5 text-sm font-medium text-ink-quiet transition-colors hover:text-ink focus-visible:outline-offset-[-3px] aria-selected:border-cue aria-selected:text-ink min-[360px]:px-2 min-[400px]:px-3"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
}
