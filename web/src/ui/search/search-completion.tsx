import {
  useImperativeHandle,
  useLayoutEffect,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { completeFilter, filterAt, type CompletedFilter } from '#web/lib/search/complete-filter.ts';
import { useFilterValues, type ReadFilterValues } from '#web/lib/search/use-filter-values.ts';
import { useSuggestions } from './use-suggestions.tsx';

/** The keys of the list, for the search box. */
export interface CompletionKeys {
  readonly press: (event: KeyboardEvent) => boolean;
}

interface SearchCompletionProps {
  readonly text: string;
  readonly caret: number;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
  readonly read: ReadFilterValues;
  /** The element around the input. */
  readonly box: RefObject<HTMLElement | null>;
  readonly keys: RefObject<CompletionKeys | null>;
}

const listLabels: Record<CompletedFilter, string> = { in: 'Groups', group: 'Groups', tag: 'Tags' };
const maxOffered = 50;

/** Offers the values of the filter in which the caret of a search box stands. */
export default function SearchCompletion(props: SearchCompletionProps) {
  const { text, caret, onChange, onClose, read, box, keys } = props;
  const draft = filterAt(text, caret);
  const found = useFilterValues(draft, read);
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const hidden = found.length - maxOffered;
  // It would cover the results.
  const isComplete = found.length === 1 && found[0]?.value === draft?.typed;
  const { attributes, press, list } = useSuggestions({
    label: listLabels[draft?.name ?? 'in'],
    options: found.slice(0, maxOffered),
    box,
    note: hidden > 0 ? `${hidden} more. Type to narrow the list.` : undefined,
    isOpen: draft !== null && !isComplete && closedAt !== text,
    onChoose: ({ value }) => {
      if (draft === null) return;
      const completed = completeFilter(text, draft, value);
      // The next key types behind the value.
      flushSync(() => {
        onChange(completed.text);
        onClose();
      });
      box.current?.querySelector('input')?.setSelectionRange(completed.caret, completed.caret);
    },
    onClose: () => setClosedAt(text),
  });
  useImperativeHandle(keys, () => ({ press }));

  // A search box is a combobox only while it offers values.
  const isShown = attributes['aria-expanded'];
  const { 'aria-controls': controls, 'aria-activedescendant': marked } = attributes;
  useLayoutEffect(() => {
    const input = box.current?.querySelector('input');
    if (!isShown || !input) return undefined;
    const shown = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'true',
      'aria-controls': controls ?? '',
      'aria-activedescendant': marked ?? '',
    };
    for (const [name, value] of Object.entries(shown)) input.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(shown)) input.removeAttribute(name);
    };
  }, [isShown, controls, marked, box]);
  return list;
}
