import { useMemo, type ReactNode } from 'react';
import { findMatches, startBefore, type Range } from '#web/lib/search/find-matches.ts';
import { parseSearch } from '#web/lib/search/parse-search.ts';

export interface MatchMarksProps {
  /** The first one that matches is shown. */
  readonly texts: readonly string[];
  /** Shown if none matches. */
  readonly usual: string;
  /** Whether to start shortly before the first match. */
  readonly isCut?: boolean;
  readonly search: string;
  /** No exact matches: close ones are marked. */
  readonly nearly: boolean;
}

/** A text with the matches of a search highlighted. */
export default function MatchMarks(props: MatchMarksProps): ReactNode {
  const { texts, usual, isCut = false, search, nearly } = props;
  const words = useMemo(() => parseSearch(search).words, [search]);
  for (const text of texts) {
    const matches = findMatches(text, words, nearly);
    const [first] = matches;
    if (!first) continue;
    const from = isCut ? startBefore(text, first[0]) : 0;
    if (from === 0) return withMarks(text, matches);
    const later = matches.map(([start, end]): Range => [start - from + 1, end - from + 1]);
    return withMarks(`…${text.slice(from)}`, later);
  }
  return usual;
}

function withMarks(text: string, matches: readonly Range[]): ReactNode {
  return [
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
