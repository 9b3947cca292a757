import { Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { normalizeSearch, searchLength } from '#web/lib/search/parse-search.ts';
import { Marked, MarksFor } from '#web/ui/content/marked.tsx';
import { scrimClass } from './overlay-class.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** One option of the command window. */
export interface Command {
  /** Unique in the window. */
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Quiet, on a second line: the passage that matched. */
  readonly detail?: ReactNode;
  /** Quiet, at the right: its group, or its keyboard shortcut. */
  readonly hint?: string | undefined;
  readonly run: () => void;
  /** The action of Ctrl or Cmd+Enter, instead of `run`. It keeps the window open. */
  readonly runInstead?: (() => void) | undefined;
  /** More that can be done with it; Tab shows them. */
  readonly actions?: readonly Command[] | undefined;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

interface CommandWindowProps {
  /** The window's name, for screen readers. */
  readonly title: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly groups: readonly CommandGroup[];
  /** No exact matches: close ones are marked. */
  readonly nearly: boolean;
  /** Shown under the list and announced: the number of matches, or that a search is running. */
  readonly status: string;
  readonly onClose: () => void;
}

/**
 * A search box over a list of options (the ARIA pattern for a combobox with a listbox). The box
 * keeps focus; arrows move the selection, Enter runs it, Escape closes.
 */
export function CommandWindow(props: CommandWindowProps) {
  const { title, placeholder, query, onQuery, groups, nearly, status, onClose } = props;
  const id = useId();
  const returnFocus = useReturnFocus();
  const [marked, setMarked] = useState<string | null>(null);
  const [actionsOf, setActionsOf] = useState<Command | null>(null);
  const shownGroups = actionsOf
    ? [{ title: actionsOf.label, commands: actionsOf.actions ?? [] }]
    : groups;
  const all = shownGroups.flatMap(({ commands }) => commands);
  // If the marked command has left the list, the first one is marked.
  const markedIndex = Math.max(
    0,
    all.findIndex((command) => command.id === marked),
  );
  const current = all[markedIndex];

  function leaveActions() {
    setMarked(actionsOf?.id ?? null);
    setActionsOf(null);
  }

  function mark(command: Command) {
    setMarked(command.id);
    document.getElementById(`${id}-${command.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  function choose(command: Command) {
    onClose();
    // After focus has returned, so that an overlay opened by the command returns it there too.
    requestAnimationFrame(() => command.run());
  }

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!current) return;
      if ((event.ctrlKey || event.metaKey) && current.runInstead) current.runInstead();
      else choose(current);
      return;
    }
    if (event.key === 'Tab' && !event.shiftKey && !actionsOf && current?.actions) {
      event.preventDefault();
      setActionsOf(current);
      return;
    }
    if (actionsOf && ((event.key === 'Tab' && event.shiftKey) || event.key === 'Backspace')) {
      event.preventDefault();
      leaveActions();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || all.length === 0) return;
    event.preventDefault();
    const next = all.at((markedIndex + step) % all.length);
    if (next) mark(next);
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          onEscapeKeyDown={(event) => {
            if (!actionsOf) return;
            event.preventDefault();
            leaveActions();
          }}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[min(14dvh,8rem)] z-50 mx-auto flex max-h-[min(32rem,72dvh)] max-w-xl animate-[rise-in_140ms_var(--ease-out)] flex-col overflow-hidden rounded-lg border border-hairline bg-surface shadow-float focus:outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)]"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-4">
            <Search size={18} aria-hidden="true" className="shrink-0 text-ink-quiet" />
            <input
              role="combobox"
              aria-label={placeholder}
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={current ? `${id}-${current.id}` : undefined}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the window opens to be typed into
              autoFocus
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              placeholder={placeholder}
              value={query}
              maxLength={searchLength}
              onChange={(event) => {
                setMarked(null);
                setActionsOf(null);
                onQuery(event.currentTarget.value);
              }}
              onKeyDown={move}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
            />
            <Radix.Close className="grid shrink-0 place-items-center rounded-sm text-ink-quiet hover:text-ink pointer-coarse:-mr-3 pointer-coarse:size-11 pointer-fine:border pointer-fine:border-hairline pointer-fine:px-1.5 pointer-fine:py-0.5">
              {/* Touch screens have no Escape key: they get the cross of every other window. */}
              <span className="pointer-fine:hidden">
                <X size={18} aria-hidden="true" />
                <span className="sr-only">Close</span>
              </span>
              <span className="text-xs pointer-coarse:hidden">Esc</span>
            </Radix.Close>
          </div>
          <div
            id={`${id}-list`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is the listbox of a combobox
            role="listbox"
            aria-label="Results"
            tabIndex={-1}
            className="min-h-0 flex-1 overflow-y-auto py-2"
          >
            <MarksFor search={normalizeSearch(query)} nearly={nearly}>
              {shownGroups.map((group, index) => (
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of options, not of fields
                <div key={group.title} role="group" aria-labelledby={`${id}-group-${index}`}>
                  <p
                    id={`${id}-group-${index}`}
                    role="presentation"
                    className="px-4 pt-3 pb-1.5 text-xs font-medium text-ink-quiet"
                  >
                    {group.title}
                  </p>
                  {group.commands.map((command) => (
                    <Option
                      key={command.id}
                      id={`${id}-${command.id}`}
                      command={command}
                      marked={command === current}
                      onMark={() => setMarked(command.id)}
                      onChoose={() => choose(command)}
                    />
                  ))}
                </div>
              ))}
            </MarksFor>
          </div>
          <output className="block min-h-9 shrink-0 border-t border-hairline px-4 py-2 text-xs text-ink-quiet">
            {actionsOf ? `What to do with “${actionsOf.label}”` : status}
          </output>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface OptionProps {
  readonly id: string;
  readonly command: Command;
  readonly marked: boolean;
  readonly onMark: () => void;
  readonly onChoose: () => void;
}

function Option({ id, command, marked, onMark, onChoose }: OptionProps) {
  return (
    // The search box has focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of the listbox above
      role="option"
      aria-selected={marked}
      data-here={marked}
      onPointerMove={marked ? undefined : onMark}
      onClick={onChoose}
      className="cue-line flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 aria-selected:bg-hover"
    >
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center text-ink-quiet">
        {command.icon}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span dir="auto" className="block truncate">
          <Marked text={command.label} />
        </span>
        {command.detail ? (
          <span dir="auto" className="block truncate text-xs text-ink-quiet">
            {command.detail}
          </span>
        ) : null}
      </span>
      {command.hint ? (
        <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-quiet">{command.hint}</span>
      ) : null}
    </div>
  );
}
