import { Fragment, useMemo, type ReactNode } from 'react';
import { findMatches, startBefore, type Range } from '#web/lib/search/find-matches.ts';
import { parseSearch } from '#web/lib/search/parse-search.ts';
import { PreviewChip, previewRuns, type PreviewRun } from './preview-text.tsx';

export interface MatchMarksProps {
  /** The first one that matches is shown. */
  readonly texts: readonly string[];
  /** Shown if none matches. */
  readonly usual: ReactNode;
  /** Whether to start shortly before the first match, and to show variables by name. */
  readonly isCut?: boolean;
  readonly search: string;
  /** No exact matches: close ones are marked. */
  readonly nearly: boolean;
}

/**
 * A text with the matches of a search highlighted. A match in a variable's type or default shows the
 * text as it is written.
 */
export default function MatchMarks(props: MatchMarksProps): ReactNode {
  const { texts, usual, isCut = false, search, nearly } = props;
  const words = useMemo(() => parseSearch(search).words, [search]);
  for (const text of texts) {
    const written: PreviewRun[] = [{ text, isVariable: false }];
    for (const runs of isCut ? [previewRuns(text), written] : [written]) {
      const shown = runs.map((run) => run.text).join('');
      const matches = findMatches(shown, words, nearly);
      const [first] = matches;
      if (first) return markedRuns(runs, matches, isCut ? startBefore(shown, first[0]) : 0);
    }
  }
  return usual;
}

/** Shows runs from a position on, with the matches in them highlighted. */
function markedRuns(runs: readonly PreviewRun[], matches: readonly Range[], from: number) {
  const nodes: ReactNode[] = from === 0 ? [] : ['…'];
  let end = 0;
  for (const { text, isVariable } of runs) {
    const start = end;
    end += text.length;
    if (end <= from) continue;
    // A name is shown whole.
    const skipped = isVariable ? 0 : Math.max(from - start, 0);
    const inRun = matches.flatMap(([first, last]): Range[] => {
      const range: Range = [
        Math.max(first - start, skipped) - skipped,
        Math.min(last - start, text.length) - skipped,
      ];
      return range[0] < range[1] ? [range] : [];
    });
    const marked = withMarks(text.slice(skipped), inRun);
    nodes.push(
      isVariable ? (
        <PreviewChip key={start}>{marked}</PreviewChip>
      ) : (
        <Fragment key={start}>{marked}</Fragment>
      ),
    );
  }
  return nodes;
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
