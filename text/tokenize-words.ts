import { diffArrays } from 'diff';

/** A run of tokens that two texts share, or that only one of them has. */
export interface Run {
  readonly kind: 'same' | 'removed' | 'added';
  readonly tokens: string[];
}

/**
 * Above this many characters a regular expression splits words: `Intl.Segmenter` would block the
 * page.
 */
const segmenterLimit = 50_000;
/**
 * Texts with more differing tokens count as wholly different: the work grows with the square of
 * their number.
 */
const editLimit = 1_500;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Splits a text into words, spaces and punctuation; joined, they are the text. */
export function tokenizeWords(text: string): string[] {
  if (text.length > segmenterLimit) {
    return text.match(/[\p{L}\p{M}\p{N}_]+|[^\S\n]+|[\s\S]/gu) ?? [];
  }
  return Array.from(segmenter.segment(text), (part) => part.segment);
}

/** Splits a text into lines with their line breaks; joined, they are the text. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Returns the runs that turn `before` into `after`; one removal and one addition if they have too
 * little in common.
 */
export function compareRuns(before: string[], after: string[]): Run[] {
  const changes = diffArrays(before, after, { maxEditLength: editLimit });
  if (!changes) {
    const runs: Run[] = [
      { kind: 'removed', tokens: before },
      { kind: 'added', tokens: after },
    ];
    return runs.filter((run) => run.tokens.length > 0);
  }
  return changes.map((change) => ({
    kind: change.added ? 'added' : change.removed ? 'removed' : 'same',
    tokens: change.value,
  }));
}
