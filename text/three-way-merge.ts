import { compareRuns, splitLines, tokenizeWords } from './tokenize-words.ts';

/**
 * A part of a three-way merge. `same` is unchanged, `mine` and `theirs` were changed by one side
 * only, `both` was changed alike, `conflict` differently by both. Each chunk has all three texts,
 * so that the joined chunks are each side again, and no text is lost.
 */
export interface MergeChunk {
  readonly kind: 'same' | 'mine' | 'theirs' | 'both' | 'conflict';
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

export type ConflictChoice = 'mine' | 'theirs' | 'both';

/**
 * Merges two texts with a common base line by line. Lines that both changed are merged word by
 * word, if their changes don't touch.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergeChunk[] {
  const chunks = mergeTokens(splitLines(base), splitLines(mine), splitLines(theirs));
  return chunks.flatMap((chunk) => {
    if (chunk.kind !== 'conflict') return [chunk];
    const finer = mergeTokens(
      tokenizeWords(chunk.base),
      tokenizeWords(chunk.mine),
      tokenizeWords(chunk.theirs),
    );
    return finer.some((part) => part.kind === 'conflict') ? [chunk] : finer;
  });
}

export function conflictsIn(chunks: readonly MergeChunk[]): MergeChunk[] {
  return chunks.filter((chunk) => chunk.kind === 'conflict');
}

/**
 * Returns the merged text. `choices` resolve the conflicts in order; without a choice, both sides
 * stay.
 */
export function mergedText(
  chunks: readonly MergeChunk[],
  choices: readonly ConflictChoice[] = [],
): string {
  let conflict = 0;
  let text = '';
  for (const chunk of chunks) {
    if (chunk.kind === 'conflict') {
      const choice = choices[conflict] ?? 'both';
      text += choice === 'both' ? bothSides(chunk) : chunk[choice];
      conflict += 1;
    } else {
      text += chunk.kind === 'theirs' ? chunk.theirs : chunk.mine;
    }
  }
  return text;
}

/** Returns mine, then theirs on a new line. */
function bothSides({ mine, theirs }: MergeChunk): string {
  if (mine === '' || theirs === '') return mine + theirs;
  return mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
}

function mergeTokens(base: string[], mine: string[], theirs: string[]): MergeChunk[] {
  const inMine = matchIndexes(base, mine);
  const inTheirs = matchIndexes(base, theirs);
  const chunks: MergeChunk[] = [];
  let [b, m, t] = [0, 0, 0];
  while (b < base.length || m < mine.length || t < theirs.length) {
    let anchor = b;
    while (anchor < base.length && !(isMatched(inMine, anchor) && isMatched(inTheirs, anchor)))
      anchor += 1;
    const [toMine, toTheirs] =
      anchor < base.length
        ? [inMine[anchor] ?? mine.length, inTheirs[anchor] ?? theirs.length]
        : [mine.length, theirs.length];
    const changed = chunkOf(
      base.slice(b, anchor),
      mine.slice(m, toMine),
      theirs.slice(t, toTheirs),
    );
    if (changed) chunks.push(changed);
    [b, m, t] = [anchor, toMine, toTheirs];
    const start = b;
    while (b < base.length && inMine[b] === m && inTheirs[b] === t) {
      b += 1;
      m += 1;
      t += 1;
    }
    const same = base.slice(start, b).join('');
    if (same !== '') chunks.push({ kind: 'same', base: same, mine: same, theirs: same });
  }
  return chunks;
}

/** Returns the index of each token of the base in the other text; undefined for a removed one. */
function matchIndexes(base: string[], other: string[]): (number | undefined)[] {
  const indexes: (number | undefined)[] = [];
  let index = 0;
  for (const run of compareRuns(base, other)) {
    if (run.kind === 'added') index += run.tokens.length;
    else if (run.kind === 'removed') indexes.push(...run.tokens.map(() => undefined));
    else for (const _ of run.tokens) indexes.push(index++);
  }
  return indexes;
}

function isMatched(indexes: (number | undefined)[], index: number): boolean {
  return indexes[index] !== undefined;
}

function chunkOf(base: string[], mine: string[], theirs: string[]): MergeChunk | undefined {
  const texts = { base: base.join(''), mine: mine.join(''), theirs: theirs.join('') };
  if (texts.base === '' && texts.mine === '' && texts.theirs === '') return undefined;
  if (texts.mine === texts.theirs) return { kind: 'both', ...texts };
  if (texts.base === texts.theirs) return { kind: 'mine', ...texts };
  if (texts.base === texts.mine) return { kind: 'theirs', ...texts };
  return { kind: 'conflict', ...texts };
}
