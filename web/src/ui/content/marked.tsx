import { createContext, lazy, Suspense, useContext, useMemo, type ReactNode } from 'react';
import { parseSearch } from '#web/lib/search/parse-search.ts';
import { shortenVariables } from '#web/lib/variables/variables.ts';
import type { MatchMarksProps } from './match-marks.tsx';

const MatchMarks = lazy(() =>
  // Offline before it was cached: the text without marks.
  import('./match-marks.tsx').catch(() => ({ default: ({ usual }: MatchMarksProps) => usual })),
);

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
  if (words.length === 0) return text;
  return (
    <Suspense fallback={text}>
      <MatchMarks texts={[text]} usual={text} words={words} nearly={nearly} />
    </Suspense>
  );
}

interface MarkedExcerptProps {
  readonly description: string;
  /** The start of the content. */
  readonly preview: string;
  /** A later passage of the content, if only that one matches. */
  readonly excerpt?: string | undefined;
}

/**
 * The first of the texts that matches the search, cut to start shortly before the match. Without a
 * search, variables are shown without types and defaults.
 */
export function MarkedExcerpt({ description, preview, excerpt }: MarkedExcerptProps): ReactNode {
  const { words, nearly } = useContext(SearchWords);
  const usual = description || preview;
  if (words.length === 0) return shortenVariables(usual);
  const texts = [`…${excerpt ?? ''}`, usual, preview];
  return (
    <Suspense fallback={usual}>
      <MatchMarks isCut texts={texts} usual={usual} words={words} nearly={nearly} />
    </Suspense>
  );
}
