import { compareRuns, splitLines, tokenizeWords } from './tokenize-words.ts';

interface Segment {
  readonly text: string;
  /** Whether the other side lacks it. */
  readonly changed: boolean;
}

/** One line of one side; `number` counts from 1. */
export interface SideLine {
  readonly number: number;
  readonly segments: readonly Segment[];
}

/** A row of the comparison: what stands left and right of each other; null where a side has nothing. */
export interface ComparedRow {
  readonly changed: boolean;
  /** Number of the change that starts with this row, from 0; null elsewhere. */
  readonly changeStart: number | null;
  readonly before: SideLine | null;
  readonly after: SideLine | null;
}

export interface Comparison {
  readonly rows: readonly ComparedRow[];
  /** How many places differ: neighbouring changed lines are one. */
  readonly changes: number;
}

/** Of two lines less alike than this, no words are matched: scattered common words hinder reading. */
const leastAlike = 0.2;

/** Lays two texts side by side, line by line, and marks the words that differ. */
export function compareTexts(before: string, after: string): Comparison {
  const runs = compareRuns(splitLines(before), splitLines(after));
  const rows: ComparedRow[] = [];
  let changes = 0;
  let [left, right] = [1, 1];
  for (let index = 0; index < runs.length; index += 1) {
    const run = runs[index];
    if (!run) break;
    if (run.kind === 'same') {
      for (const line of run.pieces) {
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
    const removed = [...run.pieces];
    const added: string[] = [];
    const collect = { removed, added };
    if (run.kind === 'added') added.push(...removed.splice(0));
    for (let next = runs[index + 1]; next && next.kind !== 'same'; next = runs[index + 1]) {
      collect[next.kind].push(...next.pieces);
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

/** The words of one changed stretch, as lines of segments for each side. */
function compareBlocks(before: string, after: string): { before: Segment[][]; after: Segment[][] } {
  const runs = compareRuns(tokenizeWords(before), tokenizeWords(after));
  const shared = runs
    .filter((run) => run.kind === 'same')
    .reduce((sum, run) => sum + run.pieces.join('').replaceAll(/\s/g, '').length, 0);
  const longer = Math.max(before.length, after.length);
  if (shared < longer * leastAlike) {
    return {
      before: toLines([{ text: before, changed: true }]),
      after: toLines([{ text: after, changed: true }]),
    };
  }
  const left: Segment[] = [];
  const right: Segment[] = [];
  for (const run of runs) {
    const segment = { text: run.pieces.join(''), changed: run.kind !== 'same' };
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

function withoutBreak(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
