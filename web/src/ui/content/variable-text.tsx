import { useMemo } from 'react';
import { fillParts, parseVariables } from '#web/lib/variables/variables.ts';
import { isLongText } from './is-long-text.ts';
import { splitIntoBlocks, type Run as TextRun } from './text-blocks.ts';

interface VariableTextProps {
  readonly text: string;
  /** Values by variable name; a variable that has one, or a default, shows it. */
  readonly values?: Readonly<Record<string, string>> | undefined;
}

type Run = TextRun<'chip' | 'filled'>;

const marks = {
  none: undefined,
  chip: 'rounded-sm bg-chip box-decoration-clone px-1 py-px text-chip-ink',
  filled: 'rounded-sm bg-cue-wash box-decoration-clone px-1 py-px text-ink',
} as const;

/** So many runs are marked; what follows them is there, unmarked: thousands of elements would make the page wait. */
const mostRuns = 2_000;

/** Text of a prompt with its variables as ink chips. Inline: the caller gives the block (class `prompt-text`). */
export function VariableText({ text, values }: VariableTextProps) {
  const runs = useMemo(() => bounded(values ? filled(text, values) : plain(text)), [text, values]);
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

function bounded(runs: Run[]): Run[] {
  if (runs.length <= mostRuns) return runs;
  const rest = runs.slice(mostRuns).map((run) => run.text);
  return [...runs.slice(0, mostRuns), { text: rest.join(''), mark: 'none' }];
}
