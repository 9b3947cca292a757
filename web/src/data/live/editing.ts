import { useEffect, useSyncExternalStore } from 'react';
import { createListeners } from '#web/lib/react/listeners.ts';

/*
 * The people who are editing a prompt, in this window and elsewhere. Apart from the connection, so
 * that forms don't load it.
 */

type Counts = Map<string, number>;

/** Open forms that others see, and other open forms, by the id of their prompt or chain. */
const ownCounts: Counts = new Map();
const formCounts: Counts = new Map();
const others = new Map<string, readonly string[]>();
const own = createListeners();
const { notify, subscribe } = createListeners();
const nobody: readonly string[] = [];

/** Returns whether a form of the prompt is open in this window. */
export function isEditing(promptId: string): boolean {
  return ownCounts.has(promptId);
}

/** Returns whether a form is open whose text would be lost with the prompt or chain. */
export function isFormOpen(id: string): boolean {
  return ownCounts.has(id) || formCounts.has(id);
}

/** Calls `listener` when a form opens or closes in this window. Returns how to stop. */
export const onOwnEditing = own.subscribe;

/** Sets the ids of the other people who are editing a prompt. */
export function setOtherEditors(promptId: string, userIds: readonly string[]): void {
  const before = others.get(promptId) ?? nobody;
  if (before.join() === userIds.join()) return;
  if (userIds.length === 0) others.delete(promptId);
  else others.set(promptId, userIds);
  notify();
}

function count(counts: Counts, promptId: string, step: 1 | -1): void {
  const next = (counts.get(promptId) ?? 0) + step;
  if (next === 0) counts.delete(promptId);
  else counts.set(promptId, next);
  own.notify();
}

function useCounted(counts: Counts, promptId: string | null): void {
  useEffect(() => {
    if (promptId === null) return undefined;
    count(counts, promptId, 1);
    return () => count(counts, promptId, -1);
  }, [counts, promptId]);
}

/** Tells others that the prompt is being edited here, while the component is mounted. */
export function useAnnouncedEditing(promptId: string | null): void {
  useCounted(ownCounts, promptId);
}

/** Keeps a prompt or chain that a form is about, while the component is mounted. */
export function useOpenForm(id: string | null): void {
  useCounted(formCounts, id);
}

/** Returns the ids of the other people who are editing a prompt. */
export function useOtherEditors(promptId: string): readonly string[] {
  return useSyncExternalStore(subscribe, () => others.get(promptId) ?? nobody);
}
