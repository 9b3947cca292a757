import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import type { Command, CommandGroup } from './command.ts';

interface CommandChoiceOptions {
  /** Of the elements of the options, before the id of each command. */
  readonly idPrefix: string;
  readonly groups: readonly CommandGroup[];
  readonly nearly: boolean;
  readonly results: 'searching' | 'complete' | 'failed';
  readonly onClose: () => void;
}

/** The marked command of a command window, and the keys that move the mark and run a command. */
export function useCommandChoice(options: CommandChoiceOptions) {
  const { idPrefix, groups, nearly, results, onClose } = options;
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

  /** Marks the first command, such as after a change of the search. */
  function reset() {
    setMarked(null);
    setOpened(null);
    pendingEnter.current = null;
  }

  function leaveActions() {
    setMarked(actionsOf?.id ?? null);
    setOpened(null);
  }

  function markByKey(command: Command) {
    setMarked(command.id);
    document.getElementById(`${idPrefix}-${command.id}`)?.scrollIntoView({ block: 'nearest' });
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
    if (next) markByKey(next);
  }

  return {
    groups: shownGroups,
    current,
    /** The command whose actions are shown. */
    actionsOf,
    mark: (command: Command) => setMarked(command.id),
    choose,
    leaveActions,
    onKeyDown: move,
    reset,
  };
}

function isSame({ id }: Command): (other: Command) => boolean {
  return (other) => other.id === id;
}
