import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { matchingPromptIds } from '#web/data/prompts/bulk-changes.ts';
import { isTyping } from '#web/lib/react/is-typing.ts';
import { isOverlayOpen } from '#web/lib/react/open-overlays.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';

export interface Selection {
  /** A click selects a row instead of opening it. */
  readonly active: boolean;
  readonly ids: ReadonlySet<string>;
  /** Whether `selectAll` selected these, for the current search. */
  readonly isAll: boolean;
  readonly start: () => void;
  readonly end: () => void;
  /** Selects or deselects a row; with `range`, selects all rows from the last toggled one. */
  readonly toggle: (
    rows: readonly { readonly id: string }[],
    index: number,
    range: boolean,
  ) => void;
  /**
   * Selects all results of the search, loaded or not, unless something else is selected or searched
   * meanwhile. Rejects when the request fails.
   */
  readonly selectAll: () => Promise<void>;
}

const emptySet: ReadonlySet<string> = new Set();

/** Selections by the entry of the browser's history, for those who come back to it. */
const selections = new Map<string, ReadonlySet<string> | null>();

interface SelectedList {
  /** The current search. */
  readonly search: string;
  /** The team whose prompts are listed; null for those of the person. */
  readonly teamId?: string | null;
  /** False for those who may only read the list: then nothing is selected. */
  readonly isEnabled?: boolean;
}

/** Returns the selection of a list. Escape ends it, Ctrl/Cmd+A selects all results of the search. */
export function useSelection(
  { search, teamId = null, isEnabled = true }: SelectedList,
  onFailure: (reason: unknown) => void,
): Selection {
  const { key } = useLocation();
  const hasReturned = useNavigationType() === NavigationType.Pop;
  const [ids, setIds] = useState(() => (hasReturned ? (selections.get(key) ?? null) : null));
  useEffect(() => void selections.set(key, ids), [key, ids]);
  /** The result of `selectAll`: a change of the selection makes another set. */
  const [all, setAll] = useState<readonly unknown[]>([]);
  const isAll = [ids, search, teamId].every((part, index) => part === all[index]);
  const last = useRef<string | null>(null);
  /** The request of 'Select all' whose response is still wanted. */
  const wanted = useRef<symbol | null>(null);
  const latest = useLatestRef({ search, teamId });
  // A right that came back later must not bring the selection back.
  if (!isEnabled && ids !== null) setIds(null);
  const active = isEnabled && ids !== null;

  // A stable function, so that selecting a row doesn't re-render the others.
  const toggle = useCallback<Selection['toggle']>((rows, index, range) => {
    const id = rows[index]?.id;
    if (id === undefined) return;
    wanted.current = null;
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
      ids: ids ?? emptySet,
      isAll,
      start: () => setIds(emptySet),
      end: () => {
        last.current = null;
        wanted.current = null;
        setIds(null);
      },
      toggle,
      selectAll: async () => {
        const request = Symbol();
        wanted.current = request;
        const isWanted = () =>
          wanted.current === request &&
          latest.current.search === search &&
          latest.current.teamId === teamId;
        try {
          const found = new Set(await matchingPromptIds(search, teamId));
          if (!isWanted()) return;
          setIds(found);
          setAll([found, search, teamId]);
        } catch (reason) {
          if (isWanted()) throw reason;
        }
      },
    }),
    [active, ids, isAll, latest, search, teamId, toggle],
  );

  useEffect(() => {
    if (!active) return undefined;
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (isOverlayOpen()) return;
      if (event.key === 'Escape') selection.end();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        selection.selectAll().catch(onFailure);
      } else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [active, selection, onFailure]);

  return selection;
}
