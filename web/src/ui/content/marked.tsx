import { createContext, lazy, Suspense, useContext, useMemo, type ReactNode } from 'react';
import type { MatchMarksProps } from './match-marks.tsx';
import { PreviewText } from './preview-text.tsx';

const MatchMarks = lazy(() =>
  // Offline before it was cached: the text without marks.
  import('./match-marks.tsx').catch(() => ({ default: ({ usual }: MatchMarksProps) => usual })),
);

const MarkedSearch = createContext({ search: '', nearly: false });

interface MarksForProps {
  /** The text of the search box. */
  readonly search: string;
  /** No exact matches: close ones are marked. */
  readonly nearly?: boolean;
  readonly children: ReactNode;
}

/** Provides the search whose matches {@link Marked} texts highlight. */
export function MarksFor({ search, nearly = false, children }: MarksForProps) {
  const value = useMemo(() => ({ search, nearly }), [search, nearly]);
  return <MarkedSearch value={value}>{children}</MarkedSearch>;
}

/** A text with the matches of the search highlighted. */
export function Marked({ text }: { readonly text: string }): ReactNode {
  const { search, nearly } = useContext(MarkedSearch);
  if (search === '') return text;
  return (
    <Suspense fallback={text}>
      <MatchMarks texts={[text]} usual={text} search={search} nearly={nearly} />
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
 * The first of the texts that matches the search, cut to start shortly before the match; else the
 * first text. Variables are shown by name.
 */
export function MarkedExcerpt({ description, preview, excerpt }: MarkedExcerptProps): ReactNode {
  const { search, nearly } = useContext(MarkedSearch);
  const text = description || preview;
  const usual = <PreviewText text={text} />;
  if (search === '') return usual;
  const texts = [`…${excerpt ?? ''}`, text, preview];
  return (
    <Suspense fallback={usual}>
      <MatchMarks isCut texts={texts} usual={usual} search={search} nearly={nearly} />
    </Suspense>
  );
}
