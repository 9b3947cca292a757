import { fold } from './fold.ts';

/** A range of a text; the end is exclusive. */
export type Range = readonly [from: number, to: number];

/**
 * A grapheme: a character with its accents, variants and joined characters. It is marked and folded
 * as a whole.
 */
const grapheme =
  /(?:\p{RI}{2}|[^])(?:\p{M}|\p{EMod}|\u200c|\u200d|[\u1160-\u11ff\uff9e\uff9f\u{e0020}-\u{e007f}]|(?<=\u200d)\p{ExtPict})*/gu;

/**
 * Returns the ranges of all folded words in a text. `nearly`: of those without an exact match, with
 * one letter wrong.
 */
export function findMatches(text: string, words: readonly string[], nearly: boolean): Range[] {
  let plain = '';
  /** The grapheme of each folded letter. */
  const ranges: Range[] = [];
  for (const { 0: character, index } of text.matchAll(grapheme)) {
    const letters = fold(character);
    const range: Range = [index, index + character.length];
    for (let letter = 0; letter < letters.length; letter += 1) ranges.push(range);
    plain += letters;
  }
  const found = words.flatMap((word) => {
    const exact = matchesOf(plain, new RegExp(escapeRegex(word), 'g'));
    const typos = exact.length > 0 || !nearly ? null : typosOf(word);
    return typos ? matchesOf(plain, new RegExp(typos, 'g')) : exact;
  });
  return mergeRanges(
    found.map(([from, to]) => [ranges[from]?.[0] ?? 0, ranges[to - 1]?.[1] ?? text.length]),
  );
}

/** The most characters shown before a match, so that it is visible on a phone. */
const maxLead = 18;

/**
 * Returns where to start a text that shows a match: a word before it, or a few characters where
 * there are no spaces.
 */
export function startBefore(text: string, match: number): number {
  if (match < maxLead) return 0;
  const space = text.slice(match - maxLead, match).search(/\s/);
  if (space !== -1) return match - maxLead + space + 1;
  return [...text.slice(0, match).matchAll(grapheme)].at(-8)?.index ?? 0;
}

function matchesOf(text: string, regex: RegExp): Range[] {
  return [...text.matchAll(regex)].map(({ index, 0: match }) => [index, index + match.length]);
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/**
 * Returns a pattern of a word with one letter wrong, missing, extra or swapped, as in the database;
 * null for lengths without one.
 */
export function typosOf(word: string): string | null {
  const letters = Array.from(word);
  if (letters.length < 4 || letters.length > 40) return null;
  const slice = (from: number, to?: number) => escapeRegex(letters.slice(from, to).join(''));
  const forms = letters.flatMap((_, at) => [
    `${slice(0, at)}.${slice(at + 1)}`,
    ...(at + 1 < letters.length
      ? [slice(0, at) + slice(at + 1, at + 2) + slice(at, at + 1) + slice(at + 2)]
      : []),
    ...(letters.length > 4 ? [slice(0, at) + slice(at + 1)] : []),
    ...(at > 0 ? [`${slice(0, at)}.${slice(at)}`] : []),
  ]);
  const any = [...new Set(forms)].join('|');
  // Four letters with a typo match inside too many longer words.
  return /^[a-z0-9]{4}$/.test(word) ? String.raw`\b(?=\w)(?:${any})` : any;
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
