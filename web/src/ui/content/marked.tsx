import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { findMatches, startBefore, type Range } from '#web/lib/search/find-matches.ts';
import { parseSearch } from '#web/lib/search/parse-search.ts';

const SearchWords = createContext<{ readonly words: readonly string[]; readonly nearly: boolean }>({
  words: [],
  nearly: false,
});

interface MarksForProps {
  /** The text of the search box. */
  readonly search: string;
  /** No exact matches: close ones are marked. */
  readonly nearly?: boolean;
  readonly children: ReactNode;
}

/** Provides the search whose matches {@link Marked} texts highlight. */
export function MarksFor({ search, nearly = false, children }: MarksForProps) {
  const value = useMemo(() => ({ words: parseSearch(search).words, nearly }), [search, nearly]);
  return <SearchWords value={value}>{children}</SearchWords>;
}

/** A text with the matches of the search highlighted. */
export function Marked({ text }: { readonly text: string }): ReactNode {
  const { words, nearly } = useContext(SearchWords);
  return words.length === 0 ? text : withMarks(text, findMatches(text, words, nearly));
}

interface MarkedExcerptProps {
  readonly description: string;
  /** The start of the content. */
  readonly preview: string;
  /** A later passage of the content, if only that one matches. */
  readonly excerpt?: string | undefined;
}

/** The first of the texts that matches the search, cut to start shortly before the match. */
export function MarkedExcerpt({ description, preview, excerpt }: MarkedExcerptProps) {
  const { words, nearly } = useContext(SearchWords);
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
