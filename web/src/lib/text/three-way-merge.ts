import { compareRuns, splitLines, tokenizeWords } from './tokenize-words.ts';

/**
 * One stretch of a three-way merge. `same` is unchanged, `mine` and `theirs` were changed by one side only, `both` was
 * changed alike, `conflict` was changed by both in different ways. Each chunk holds all three texts, so that the chunks
 * joined give back every side: nothing that anybody wrote can fall between them.
 */
export interface MergeChunk {
  readonly kind: 'same' | 'mine' | 'theirs' | 'both' | 'conflict';
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

export type ConflictChoice = 'mine' | 'theirs' | 'both';

/**
 * Merges two texts that were made from the same one, line by line; where both changed the same lines, word by word if
 * their words do not touch.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergeChunk[] {
  const chunks = mergePieces(splitLines(base), splitLines(mine), splitLines(theirs));
  return chunks.flatMap((chunk) => {
    if (chunk.kind !== 'conflict') return [chunk];
    const finer = mergePieces(
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

/** The merged text. Conflicts are taken by `choices`, in their order; where none is made, both sides stay. */
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

/** Mine, then theirs on a line of its own. */
function bothSides({ mine, theirs }: MergeChunk): string {
  if (mine === '' || theirs === '') return mine + theirs;
  return mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
}

function mergePieces(base: string[], mine: string[], theirs: string[]): MergeChunk[] {
  const inMine = positions(base, mine);
  const inTheirs = positions(base, theirs);
  const chunks: MergeChunk[] = [];
  let [b, m, t] = [0, 0, 0];
  while (b < base.length || m < mine.length || t < theirs.length) {
    let anchor = b;
    while (anchor < base.length && !(known(inMine, anchor) && known(inTheirs, anchor))) anchor += 1;
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

/** For each piece of the base its place in the other text, or undefined where it is gone. */
function positions(base: string[], other: string[]): (number | undefined)[] {
  const places: (number | undefined)[] = [];
  let place = 0;
  for (const run of compareRuns(base, other)) {
    if (run.kind === 'added') place += run.pieces.length;
    else if (run.kind === 'removed') places.push(...run.pieces.map(() => undefined));
    else for (const _ of run.pieces) places.push(place++);
  }
  return places;
}

function known(places: (number | undefined)[], index: number): boolean {
  return places[index] !== undefined;
}

function chunkOf(base: string[], mine: string[], theirs: string[]): MergeChunk | undefined {
  const texts = { base: base.join(''), mine: mine.join(''), theirs: theirs.join('') };
  if (texts.base === '' && texts.mine === '' && texts.theirs === '') return undefined;
  if (texts.mine === texts.theirs) return { kind: 'both', ...texts };
  if (texts.base === texts.theirs) return { kind: 'mine', ...texts };
  if (texts.base === texts.mine) return { kind: 'theirs', ...texts };
  return { kind: 'conflict', ...texts };
}
