import { useMemo, type ClipboardEvent } from 'react';
import { variableMarks } from '#web/lib/theme/variable-marks.ts';
import { getOwn } from '#web/lib/values/get-own.ts';
import { fillParts, findVariables, parseVariables } from '#templating/variables.ts';
import { isLongText } from './is-long-text.ts';
import { splitIntoBlocks, type Run as TextRun } from './text-blocks.ts';

interface VariableTextProps {
  readonly text: string;
  /** Values by variable name; a variable shows its value, or else its default. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether a long text renders in blocks as they come into view. A document without the app can't:
   * their height is an inline style.
   */
  readonly inBlocks?: boolean;
  /** Shows a variable without a value by its name and type, instead of its syntax or default. */
  readonly named?: boolean;
}

type Run = TextRun<'chip' | 'named' | 'filled'>;

const marks = {
  ...variableMarks,
  named: `inline-block max-w-full leading-[1.4] ${variableMarks.chip}`,
};

/**
 * The most runs that get an element of their own; the rest is one unmarked run, to keep rendering
 * fast.
 */
const maxRuns = 2_000;

/**
 * Text of a prompt with its variables as chips. Inline: the caller provides the block (class
 * `prompt-text`).
 */
export function VariableText({ text, values, named = false, inBlocks = true }: VariableTextProps) {
  const runs = useMemo(() => {
    if (named) return limitRuns(namedRuns(text, values ?? {}));
    return limitRuns(values ? filled(text, values) : plain(text));
  }, [text, values, named]);
  return inBlocks && isLongText(text) ? <LongText runs={runs} /> : <Runs runs={runs} />;
}

/**
 * Text between variables has no element: Firefox would align its second line as the page reads, not
 * as the text does.
 */
function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) =>
    run.mark === 'none' ? (
      run.text
    ) : (
      <span
        key={index}
        className={marks[run.mark]}
        {...(run.mark === 'named' ? { [sourceAttribute]: run.text } : {})}
      >
        {run.mark === 'named' ? <VariableName source={run.text} /> : run.text}
      </span>
    ),
  );
}

/** Holds the syntax of a variable that is shown by name, for `copyWithSyntax`. */
const sourceAttribute = 'data-source';

const longestDefault = 24;

/** A variable's name, then its type and default in quiet ink. */
function VariableName({ source }: { readonly source: string }) {
  const variable = findVariables(source)[0];
  if (!variable) return source;
  const { name, kind, defaultValue } = variable;
  const start = defaultValue.slice(0, longestDefault);
  const note = [
    kind === 'text' ? '' : kind,
    start === '' ? '' : `= ${start}${start === defaultValue ? '' : '…'}`,
  ].filter((part) => part !== '');
  return (
    <>
      {name}
      {note.length === 0 ? null : <span className="text-xs"> {note.join(' ')}</span>}
    </>
  );
}

/** Copies a selection with the syntax of variables that are shown by name. */
export function copyWithSyntax(event: ClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return;
  const copied = selection.getRangeAt(0).cloneContents();
  const chips = copied.querySelectorAll(`[${sourceAttribute}]`);
  if (chips.length === 0) return;
  for (const chip of chips) chip.textContent = chip.getAttribute(sourceAttribute);
  event.clipboardData.setData('text/plain', copied.textContent);
  event.preventDefault();
}

function LongText({ runs }: { readonly runs: readonly Run[] }) {
  const blocks = useMemo(() => splitIntoBlocks(runs), [runs]);
  return blocks.map((block, index) => (
    <span
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

function namedRuns(text: string, values: Readonly<Record<string, string>>): Run[] {
  return parseVariables(text).map((part) => {
    if (part.kind === 'text') return { text: part.text, mark: 'none' };
    const value = getOwn(values, part.variable.name);
    return value === '' ? { text: part.source, mark: 'named' } : { text: value, mark: 'filled' };
  });
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
