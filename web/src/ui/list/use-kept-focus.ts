import { useCallback, useRef, type FocusEvent } from 'react';

interface FocusedControl {
  /** The `data-index` of its row. */
  readonly row: string;
  /** Its position among the controls of the row. */
  readonly position: number;
}

interface KeptFocus {
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
  /** Gives the focus back to the control of the same row, if its elements were replaced. */
  readonly restore: () => void;
}

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button, input')];

/**
 * Keeps the focus in a list whose rows get new elements. Browsers drop the focus with the element,
 * and the next key would act on the first row again.
 */
export function useKeptFocus(box: HTMLElement | null): KeptFocus {
  const focused = useRef<FocusedControl | null>(null);
  const onFocus = useCallback(({ target }: FocusEvent) => {
    const row = target.closest('[data-index]');
    focused.current =
      row instanceof HTMLElement && target instanceof HTMLElement
        ? { row: row.dataset['index'] ?? '', position: controlsOf(row).indexOf(target) }
        : null;
  }, []);
  // React reports no blur of an element that it removes.
  const onBlur = useCallback(() => {
    focused.current = null;
  }, []);
  const restore = useCallback(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const row = box?.querySelector(`[data-index="${focused.current.row}"]`);
    if (row) controlsOf(row)[focused.current.position]?.focus({ preventScroll: true });
  }, [box]);
  return { onFocus, onBlur, restore };
}
