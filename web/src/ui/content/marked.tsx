import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { findMatches, startBefore, type Range } from '#web/lib/search/find-matches.ts';
import { parseSearch } from '#web/lib/search/parse-search.ts';

const Sought = createContext<{ readonly words: readonly string[]; readonly nearly: boolean }>({
  words: [],
  nearly: false,
});

interface MarksForProps {
  /** What was typed into the search box. */
  readonly search: string;
  /** Nothing has exactly these words: marked is what comes close. */
  readonly nearly?: boolean;
  readonly children: ReactNode;
}

/** Within it, {@link Marked} texts show what was searched for. */
export function MarksFor({ search, nearly = false, children }: MarksForProps) {
  const sought = useMemo(() => ({ words: parseSearch(search).words, nearly }), [search, nearly]);
  return <Sought value={sought}>{children}</Sought>;
}

/** A text in which that stands out. */
export function Marked({ text }: { readonly text: string }): ReactNode {
  const { words, nearly } = useContext(Sought);
  return words.length === 0 ? text : withMarks(text, findMatches(text, words, nearly));
}

interface MarkedExcerptProps {
  readonly description: string;
  /** The first words of the content. */
  readonly preview: string;
  /** Later words of the content, where those have what the rest does not. */
  readonly excerpt?: string | undefined;
}

/** Those of the texts that have what was searched for, from a little before it on. */
export function MarkedExcerpt({ description, preview, excerpt }: MarkedExcerptProps) {
  const { words, nearly } = useContext(Sought);
  const usual = description || preview;
  if (words.length === 0) return usual;
  for (const text of [`…${excerpt ?? ''}`, usual, preview]) {
    const matches = findMatches(text, words, nearly);
    const [first] = matches;
    if (!first) continue;
    const from = startBefore(text, first[0]);
    if (from === 0) return withMarks(text, matches);
    const later = matches.map(([start, end]): Range => [start - from + 1, end - from + 1]);
    return withMarks(`…${text.slice(from)}`, later);
  }
  return usual;
}

function withMarks(text: string, matches: readonly Range[]): ReactNode {
  return matches.length === 0
    ? text
    : [
        text.slice(0, matches[0]?.[0]),
        ...matches.flatMap(([from, to], index) => [
          <mark
            key={from}
            className="rounded-xs bg-star-wash text-ink underline decoration-star-ink decoration-1 underline-offset-2"
          >
            {text.slice(from, to)}
          </mark>,
          text.slice(to, matches[index + 1]?.[0]),
        ]),
      ];
}
