import { useMemo } from 'react';
import { fillParts, parseVariables } from '#web/lib/variables/variables.ts';
import { isLongText } from './is-long-text.ts';
import { splitIntoBlocks, type Run as TextRun } from './text-blocks.ts';

interface VariableTextProps {
  readonly text: string;
  /** Values by variable name; a variable shows its value, or else its default. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

type Run = TextRun<'chip' | 'filled'>;

const marks = {
  none: undefined,
  chip: 'rounded-sm bg-chip box-decoration-clone px-1 py-px text-chip-ink',
  filled: 'rounded-sm bg-cue-wash box-decoration-clone px-1 py-px text-ink',
} as const;

/**
 * The most runs that get an element of their own; the rest is one unmarked run, to keep rendering
 * fast.
 */
const maxRuns = 2_000;

/**
 * Text of a prompt with its variables as chips. Inline: the caller provides the block (class
 * `prompt-text`).
 */
export function VariableText({ text, values }: VariableTextProps) {
  const runs = useMemo(
    () => limitRuns(values ? filled(text, values) : plain(text)),
    [text, values],
  );
  return isLongText(text) ? <LongText runs={runs} /> : <Runs runs={runs} />;
}

function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- its position is all that names a run
    <span key={index} className={marks[run.mark]}>
      {run.text}
    </span>
  ));
}

function LongText({ runs }: { readonly runs: readonly Run[] }) {
  const blocks = useMemo(() => splitIntoBlocks(runs), [runs]);
  return blocks.map((block, index) => (
    <span
      // oxlint-disable-next-line react/no-array-index-key -- its position is all that names a block
      key={index}
      className="block [content-visibility:auto] [unicode-bidi:plaintext]"
      style={{ containIntrinsicBlockSize: `auto ${block.lines}lh` }}
    >
      <Runs runs={block.runs} />
    </span>
  ));
}

function plain(text: string): Run[] {
  return parseVariables(text).map((part) =>
    part.kind === 'text' ? { text: part.text, mark: 'none' } : { text: part.source, mark: 'chip' },
  );
}

function filled(text: string, values: Readonly<Record<string, string>>): Run[] {
  const mark = { text: 'none', filled: 'filled', empty: 'chip' } as const;
  return fillParts(text, values).map((part) => ({ text: part.text, mark: mark[part.state] }));
}

function limitRuns(runs: Run[]): Run[] {
  if (runs.length <= maxRuns) return runs;
  const rest = runs.slice(maxRuns).map((run) => run.text);
  return [...runs.slice(0, maxRuns), { text: rest.join(''), mark: 'none' }];
}
