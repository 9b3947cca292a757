import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { matchingPromptIds } from '#web/data/prompts/bulk-changes.ts';
import { isTyping } from '#web/lib/react/is-typing.ts';
import { preserveFocus } from '#web/lib/react/preserve-focus.ts';

export interface Selection {
  /** Rows are being chosen: a press chooses one instead of opening it. */
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  readonly start: () => void;
  readonly end: () => void;
  /** Chooses a row or no longer; with `range` all rows between it and the last one that was. */
  readonly toggle: (
    rows: readonly { readonly id: string }[],
    index: number,
    range: boolean,
  ) => void;
  /** Chooses everything that the search finds, loaded or not. Rejects when the server does not say. */
  readonly chooseAll: () => Promise<void>;
}

const none: ReadonlySet<string> = new Set();

/** Which prompts of a list are chosen. Escape ends it, Ctrl/Cmd+A chooses everything that `search` finds. */
export function useSelection(search: string, onFailure: (reason: unknown) => void): Selection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const last = useRef<string | null>(null);
  const active = ids !== null;

  // The same function always: no other row is drawn anew when one is chosen.
  const toggle = useCallback<Selection['toggle']>((rows, index, range) => {
    const id = rows[index]?.id;
    if (id === undefined) return;
    const from = range ? rows.findIndex((row) => row.id === last.current) : -1;
    last.current = id;
    setIds((before) => {
      const next = new Set(before);
      if (from === -1) {
        if (!next.delete(id)) next.add(id);
        return next;
      }
      const [start, end] = [Math.min(from, index), Math.max(from, index)];
      for (const row of rows.slice(start, end + 1)) next.add(row.id);
      return next;
    });
  }, []);

  const selection = useMemo<Selection>(
    () => ({
      active,
      ids: ids ?? none,
      start: () => setIds(none),
      end: () => {
        last.current = null;
        setIds(null);
        preserveFocus();
      },
      toggle,
      chooseAll: async () => setIds(new Set(await matchingPromptIds(search))),
    }),
    [active, ids, search, toggle],
  );

  useEffect(() => {
    if (!active) return undefined;
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return;
      if (event.key === 'Escape') selection.end();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        selection.chooseAll().catch(onFailure);
      } else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [active, selection, onFailure]);

  return selection;
}
