import { fold } from './fold.ts';

/** Where something stands in a text: from the first place to behind the last. */
export type Range = readonly [from: number, to: number];

/** A character as people see it, with its accents, forms and what is joined to it: pieces of it are not marked, nor do they fold alone. */
const character =
  /(?:\p{RI}{2}|[^])(?:\p{M}|\p{EMod}|\u200c|\u200d|[\u1160-\u11ff\uff9e\uff9f\u{e0020}-\u{e007f}]|(?<=\u200d)\p{ExtPict})*/gu;

/** Where any of the folded words stand, in any case and with or without accents; `nearly`: with a letter wrong, where one is not there as it is. */
export function findMatches(text: string, words: readonly string[], nearly: boolean): Range[] {
  let plain = '';
  /** Of each folded letter, the character that it comes from. */
  const places: Range[] = [];
  for (const { 0: seen, index } of text.matchAll(character)) {
    const letters = fold(seen);
    const place: Range = [index, index + seen.length];
    for (let letter = 0; letter < letters.length; letter += 1) places.push(place);
    plain += letters;
  }
  const found = words.flatMap((word) => {
    const exact = all(plain, new RegExp(escaped(word), 'g'));
    const typos = exact.length > 0 || !nearly ? null : typosOf(word);
    return typos ? all(plain, new RegExp(typos, 'g')) : exact;
  });
  return joined(
    found.map(([from, to]) => [places[from]?.[0] ?? 0, places[to - 1]?.[1] ?? text.length]),
  );
}

/** So many characters at most are shown before a match, so that it is seen on a phone, too. */
const lead = 18;

/** From where a text is shown for a match: from a word a little before it, or from a few characters where words have no spaces. */
export function startBefore(text: string, match: number): number {
  if (match < lead) return 0;
  const space = text.slice(match - lead, match).search(/\s/);
  if (space !== -1) return match - lead + space + 1;
  return [...text.slice(0, match).matchAll(character)].at(-8)?.index ?? 0;
}

function all(text: string, expression: RegExp): Range[] {
  return [...text.matchAll(expression)].map(({ index, 0: match }) => [index, index + match.length]);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** What one letter wrong, missing, too many or swapped makes of a word, as the database has it; null of one too short or too long for that. */
export function typosOf(word: string): string | null {
  const letters = Array.from(word);
  if (letters.length < 4 || letters.length > 40) return null;
  const part = (from: number, to?: number) => escaped(letters.slice(from, to).join(''));
  const forms = letters.flatMap((_, at) => [
    `${part(0, at)}.${part(at + 1)}`,
    ...(at + 1 < letters.length
      ? [part(0, at) + part(at + 1, at + 2) + part(at, at + 1) + part(at + 2)]
      : []),
    ...(letters.length > 4 ? [part(0, at) + part(at + 1)] : []),
    ...(at > 0 ? [`${part(0, at)}.${part(at)}`] : []),
  ]);
  const any = [...new Set(forms)].join('|');
  // Nearly four letters are in too many longer words.
  return /^[a-z0-9]{4}$/.test(word) ? String.raw`\b(?=\w)(?:${any})` : any;
}

function joined(ranges: readonly Range[]): Range[] {
  const apart: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}
