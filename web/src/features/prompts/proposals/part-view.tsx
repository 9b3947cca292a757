import { useMemo } from 'react';
import { useNamedContents } from '#web/data/prompts/included/use-named-contents.ts';
import { compareTexts, type Comparison, type SideLine } from '#web/lib/text/compare-texts.ts';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { SideBySide } from '#web/ui/content/side-by-side.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import type { PartChoice, ReviewField, ReviewPart } from './review-parts.ts';

const fieldNames: Readonly<Record<ReviewField, string>> = {
  title: 'Title',
  description: 'Description',
  content: 'Content',
  tags: 'Tags',
};

const changeOptions = [
  { value: 'proposed', label: 'Accept' },
  { value: 'current', label: 'Leave out' },
] as const;
const conflictOptions = [
  { value: 'current', label: 'Current' },
  { value: 'proposed', label: 'Proposed' },
  { value: 'both', label: 'Both' },
] as const;
/** Two titles can't follow each other. */
const titleOptions = conflictOptions.slice(0, 2);

interface PartViewProps {
  readonly part: ReviewPart;
  readonly number: number;
  readonly count: number;
  readonly baseVersion: number;
  /** Null: a conflict that is not decided yet. */
  readonly choice: PartChoice | null;
  /** The reviewer tried to accept without deciding it. */
  readonly isMissing: boolean;
  readonly onChoose: (choice: PartChoice) => void;
}

/** A change of a proposal beside the current text, to accept or leave out. */
export function PartView(props: PartViewProps) {
  const { part, number, count, baseVersion, choice, isMissing, onChoose } = props;
  const options: readonly { readonly value: PartChoice; readonly label: string }[] =
    !part.isConflict ? changeOptions : part.field === 'title' ? titleOptions : conflictOptions;
  const name = `Change ${number} of ${count}`;
  return (
    <section aria-label={`${name}, ${fieldNames[part.field]}`}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="flex min-w-0 flex-1 basis-48 flex-wrap items-center gap-2 text-sm font-medium text-ink">
          {fieldNames[part.field]}
          <span className="font-normal text-ink-quiet tabular-nums">{name}</span>
          {part.isConflict ? <Badge>Edited in both</Badge> : null}
        </h3>
        <div data-undecided={choice === null || undefined}>
          <Segmented<PartChoice | 'undecided'>
            label={`${name}: what to use`}
            value={choice ?? 'undecided'}
            onChange={(next) => {
              if (next !== 'undecided') onChoose(next);
            }}
            options={options}
          />
        </div>
      </div>
      {isMissing ? (
        <p role="alert" className="mb-2 text-sm text-danger-ink">
          Choose which text to use.
        </p>
      ) : null}
      <PartComparison part={part} />
      {part.isConflict ? (
        <p className="mt-2 text-sm break-words whitespace-pre-wrap text-ink-quiet">
          {part.base === ''
            ? `Version ${baseVersion}, which both were made from, has no text here.`
            : `Version ${baseVersion}, which both were made from: ${part.base.trim()}`}
        </p>
      ) : null}
    </section>
  );
}

function PartComparison({ part }: { readonly part: ReviewPart }) {
  const { before, after, current, proposed, line } = part;
  const [one, two] = useNamedContents(before + current + after, before + proposed + after);
  const comparison = useMemo(() => withLinesFrom(line, compareTexts(one, two)), [line, one, two]);
  return (
    <SideBySide
      comparison={comparison}
      beforeLabel="Current"
      afterLabel="Proposed"
      mono={part.field === 'content'}
    />
  );
}

/** Numbers the lines of an excerpt as in the whole text. */
function withLinesFrom(first: number, comparison: Comparison): Comparison {
  const move = (line: SideLine | null) => line && { ...line, number: line.number + first - 1 };
  const rows = comparison.rows.map((row) => ({
    ...row,
    before: move(row.before),
    after: move(row.after),
  }));
  return { ...comparison, rows };
}
