import { ArrowLeft, Search, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { normalizeSearch, searchLength } from '#web/lib/search/normalize-search.ts';
import { modifierKey } from '#web/lib/react/modifier-key.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { Marked, MarksFor } from '#web/ui/content/marked.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { isToast } from './is-toast.ts';
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
  /** Whether the window stays open when it runs. */
  readonly keepsOpen?: boolean;
  /** The action of Ctrl or Cmd+Enter, instead of `run`. It keeps the window open. */
  readonly runInstead?: (() => void) | undefined;
  /** More that can be done with it; Tab shows them. */
  readonly actions?: readonly Command[] | undefined;
}

/** A form that the window shows in place of the search and its results. */
interface CommandForm {
  readonly title: string;
  readonly description: string;
  /** The form, with its own scroll area and buttons. */
  readonly children: ReactNode;
  /** Leads back to the results, which are as they were. */
  readonly onBack: () => void;
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
  /**
   * 'searching': others may come before the first command, so Enter waits for them. 'failed': some are
   * missing.
   */
  readonly results: 'searching' | 'complete' | 'failed';
  /** Shown under the list and announced: the number of matches, or that a search is running. */
  readonly status: string;
  readonly form: CommandForm | null;
  readonly onClose: () => void;
}

/**
 * A search box over a list of options (the ARIA pattern for a combobox with a listbox). The box
 * keeps focus; arrows move the selection, Enter runs it, Escape closes. Enter during a search runs the
 * first result once it is there, unless another key follows. With a `form`, Escape leads back to the
 * results.
 */
export function CommandWindow(props: CommandWindowProps) {
  const { title, placeholder, query, onQuery, groups, nearly, results, status, form, onClose } =
    props;
  const id = useId();
  const returnFocus = useReturnFocus();
  const [marked, setMarked] = useState<string | null>(null);
  const [opened, setOpened] = useState<Command | null>(null);
  // Its actions may have changed since Tab was pressed.
  const actionsOf =
    opened && (groups.flatMap(({ commands }) => commands).find(isSame(opened)) ?? opened);
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
  const hasMarked = current !== undefined && current.id === marked;
  // Enter, pressed before the results were there.
  const pendingEnter = useRef<'run' | 'run-instead' | null>(null);
  const runFirst = useLatestRef((key: 'run' | 'run-instead') => {
    if (all[0]) run(all[0], key === 'run-instead');
  });
  useEffect(() => {
    const key = pendingEnter.current;
    if (key === null || results === 'searching') return;
    pendingEnter.current = null;
    // A close match, or what is first because others are missing, may not be what was meant.
    if (results === 'complete' && !nearly) runFirst.current(key);
  }, [results, nearly, runFirst]);

  function leaveActions() {
    setMarked(actionsOf?.id ?? null);
    setOpened(null);
  }

  function mark(command: Command) {
    setMarked(command.id);
    document.getElementById(`${id}-${command.id}`)?.scrollIntoView({ block: 'nearest' });
  }

  /** Runs an action that keeps the window open, from the actions of a command or the results. */
  function runHere(run: () => void) {
    if (actionsOf) leaveActions();
    run();
  }

  function choose(command: Command) {
    if (command.keepsOpen) {
      runHere(command.run);
      return;
    }
    onClose();
    // After focus has returned, so that an overlay opened by the command returns it there too.
    requestAnimationFrame(() => command.run());
  }

  function run(command: Command, instead: boolean) {
    if (instead && command.runInstead) runHere(command.runInstead);
    else choose(command);
  }

  function move(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const instead = event.ctrlKey || event.metaKey;
      if (results === 'searching' && !hasMarked && !actionsOf) {
        pendingEnter.current = instead ? 'run-instead' : 'run';
      } else if (current) run(current, instead);
      return;
    }
    pendingEnter.current = null;
    if (event.key === 'Tab' && !event.shiftKey && !actionsOf && current?.actions) {
      event.preventDefault();
      setOpened(current);
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

  function statusOf(): string {
    if (form) return `${modifierKey} Enter copies, Esc goes back to the results`;
    return actionsOf ? `Actions for “${actionsOf.label}”` : status;
  }

  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClass} />
        <Radix.Content
          {...returnFocus}
          onEscapeKeyDown={(event) => {
            if (!form && !actionsOf) return;
            event.preventDefault();
            if (form) form.onBack();
            else leaveActions();
          }}
          onInteractOutside={(event) => {
            if (isToast(event.target)) event.preventDefault();
          }}
          {...(form ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-3 top-[min(14dvh,8rem)] z-50 mx-auto flex animate-[rise-in_140ms_var(--ease-out)] flex-col overflow-hidden rounded-lg border border-hairline bg-surface shadow-float focus:outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-1.5rem)]',
            form ? 'max-h-[min(44rem,80dvh)] max-w-3xl' : 'max-h-[min(32rem,72dvh)] max-w-xl',
          )}
        >
          {form ? (
            <>
              <div className="flex shrink-0 items-start gap-2 border-b border-hairline py-3 pr-4 pl-2">
                <IconButton label="Back to the results" size="small" onClick={form.onBack}>
                  <ArrowLeft size={18} />
                </IconButton>
                <div className="min-w-0 flex-1">
                  <Radix.Title dir="auto" className="line-clamp-2 font-serif text-lg font-medium">
                    {form.title}
                  </Radix.Title>
                  <Radix.Description className="text-sm text-ink-soft">
                    {form.description}
                  </Radix.Description>
                </div>
                <CloseButton hasKey={false} />
              </div>
              {form.children}
            </>
          ) : (
            <>
              <Radix.Title className="sr-only">{title}</Radix.Title>
              <div className="flex h-14 shrink-0 items-center gap-3 border-b border-hairline px-4">
                <Search size={18} className="shrink-0 text-ink-quiet" />
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
                    setOpened(null);
                    pendingEnter.current = null;
                    onQuery(event.currentTarget.value);
                  }}
                  onKeyDown={move}
                  className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
                />
                <CloseButton hasKey={!actionsOf} />
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
            </>
          )}
          <output
            className={cx(
              'block min-h-9 shrink-0 border-t border-hairline px-4 py-2 text-xs text-ink-quiet',
              // The form's hint is about keys.
              form && 'pointer-coarse:hidden',
            )}
          >
            {statusOf()}
          </output>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the window. Names the Escape key where the keyboard has one and the key does the same. */
function CloseButton({ hasKey }: { readonly hasKey: boolean }) {
  const cross = (
    <Radix.Close asChild>
      <IconButton label="Close" size="small" className={cx(hasKey && 'pointer-fine:hidden')}>
        <X size={18} />
      </IconButton>
    </Radix.Close>
  );
  if (!hasKey) return cross;
  return (
    <>
      {cross}
      <Radix.Close className="shrink-0 rounded-sm border border-hairline px-1.5 py-0.5 text-xs text-ink-quiet hover:text-ink pointer-coarse:hidden">
        <span className="sr-only">Close: </span>Esc
      </Radix.Close>
    </>
  );
}

function isSame({ id }: Command): (other: Command) => boolean {
  return (other) => other.id === id;
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
      // The search box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
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
