import { diffArrays } from 'diff';

/** A run of pieces that two texts share, or that only one of them has. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly pieces: string[];
}

/** Above this many characters a regular expression cuts words: `Intl.Segmenter` would make the page wait. */
const segmenterLimit = 50_000;
/** So many pieces may differ before two texts count as wholly different: the work grows with the square of it. */
const editLimit = 1_500;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** The text cut into words, spaces and signs; joined again, they are the text. */
export function tokenizeWords(text: string): string[] {
  if (text.length > segmenterLimit) {
    return text.match(/[\p{L}\p{M}\p{N}_]+|[^\S\n]+|[\s\S]/gu) ?? [];
  }
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** The text cut into lines, each with its line break; joined again, they are the text. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** How to make `after` of `before`, piece by piece; one removal and one addition when they have too little in common. */
export function compareRuns(before: string[], after: string[]): Run[] {
  const changes = diffArrays(before, after, { maxEditLength: editLimit });
  if (!changes) {
    const runs: Run[] = [
      { kind: 'removed', pieces: before },
      { kind: 'added', pieces: after },
    ];
    return runs.filter((run) => run.pieces.length > 0);
  }
  return changes.map((change) => ({
    kind: change.added ? 'added' : change.removed ? 'removed' : 'same',
    pieces: change.value,
  }));
}
