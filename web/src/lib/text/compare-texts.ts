import { compareRuns, splitLines, tokenizeWords } from '#text/tokenize-words.ts';

interface Segment {
  readonly text: string;
  /** Whether the other side does not have it. */
  readonly changed: boolean;
}

/** A line of one side; `number` starts at 1. */
export interface SideLine {
  readonly number: number;
  readonly segments: readonly Segment[];
}

/** A row of the comparison; null for a side without a line. */
export interface ComparedRow {
  readonly changed: boolean;
  /** The index of the change that starts with this row; null in other rows. */
  readonly changeStart: number | null;
  readonly before: SideLine | null;
  readonly after: SideLine | null;
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** The number of changes; neighbouring changed lines count as one. */
  readonly changes: number;
}

/**
 * Below this similarity, words are not matched: scattered common words make a change hard to read.
 */
const minSimilarity = 0.2;

/**
 * Compares two texts line by line, and marks the words that differ. A last line without a line break
 * equals one with it, unless the break is all that differs.
 */
export function compareTexts(before: string, after: string): Comparison {
  const [one, two] = [withBreak(before), withBreak(after)];
  const runs =
    one === two
      ? compareRuns(splitLines(before), splitLines(after))
      : compareRuns(splitLines(one), splitLines(two));
  const rows: ComparedRow[] = [];
  let changes = 0;
  let [left, right] = [1, 1];
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (!run) break;
    if (run.kind === 'same') {
      for (const line of run.tokens) {
        const segments = [{ text: withoutBreak(line), changed: false }];
        rows.push({
          changed: false,
          changeStart: null,
          before: { number: left++, segments },
          after: { number: right++, segments },
        });
      }
      continue;
    }
    const removed = [...run.tokens];
    const added: string[] = [];
    const byKind = { removed, added };
    if (run.kind === 'added') added.push(...removed.splice(0));
    for (let next = runs[index + 1]; next && next.kind !== 'same'; next = runs[index + 1]) {
      byKind[next.kind].push(...next.tokens);
      index += 1;
    }
    const sides = compareBlocks(removed.join(''), added.join(''));
    for (let line = 0; line < Math.max(removed.length, added.length); line += 1) {
      rows.push({
        changed: true,
        changeStart: line === 0 ? changes : null,
        before:
          line < removed.length ? { number: left++, segments: sides.before[line] ?? [] } : null,
        after: line < added.length ? { number: right++, segments: sides.after[line] ?? [] } : null,
      });
    }
    changes += 1;
  }
  return { rows, changes };
}

/** Compares a changed stretch word by word. Returns the lines of segments of each side. */
function compareBlocks(before: string, after: string): { before: Segment[][]; after: Segment[][] } {
  const runs = compareRuns(tokenizeWords(before), tokenizeWords(after));
  const shared = runs
    .filter((run) => run.kind === 'same')
    .reduce((sum, run) => sum + run.tokens.join('').replaceAll(/\s/g, '').length, 0);
  const longer = Math.max(before.length, after.length);
  if (shared < longer * minSimilarity) {
    return {
      before: toLines([{ text: before, changed: true }]),
      after: toLines([{ text: after, changed: true }]),
    };
  }
  const left: Segment[] = [];
  const right: Segment[] = [];
  for (const run of runs) {
    const segment = { text: run.tokens.join(''), changed: run.kind !== 'same' };
    if (run.kind !== 'added') left.push(segment);
    if (run.kind !== 'removed') right.push(segment);
  }
  return { before: toLines(left), after: toLines(right) };
}

function toLines(segments: readonly Segment[]): Segment[][] {
  const lines: Segment[][] = [[]];
  for (const { text, changed } of segments) {
    const pieces = text.split('\n');
    pieces.forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== '') lines.at(-1)?.push({ text: piece, changed });
    });
  }
  return lines;
}

/** Ends the last line. */
function withBreak(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function withoutBreak(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
