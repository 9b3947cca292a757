import { fold } from './fold.ts';

/** Where something stands in a text: from the first place to behind the last. */
export type Range = readonly [from: number, to: number];

const filter = /^(tag|group|is|has|used|author):/i;

/** The words of a search box, folded: what is no filter. Quotation marks hold several together. */
export function wordsOf(search: string): string[] {
  return [...search.matchAll(/(?:(?:tag|group|is|has|used|author):)?(?:"([^"]+)"|\S+)/gi)]
    .filter(([whole]) => !filter.test(whole))
    .map(([whole, quoted]) => fold(quoted ?? whole).trim())
    .filter((word) => word !== '');
}

/** Where any of the words stand, in any case and with or without accents; `nearly`: with a letter wrong, where one is not there as it is. */
export function matchesIn(text: string, words: readonly string[], nearly: boolean): Range[] {
  let plain = '';
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const letters = fold(character);
    for (let letter = 0; letter < letters.length; letter += 1) places.push(place);
    plain += letters;
    place += character.length;
  }
  places.push(text.length);
  const found = words.flatMap((word) => {
    const exact = all(plain, new RegExp(escaped(word), 'g'));
    return exact.length > 0 || !nearly || word.length < 4 ? exact : all(plain, typos(word));
  });
  return joined(found).map(([from, to]) => [places[from] ?? 0, places[to] ?? text.length]);
}

function all(text: string, expression: RegExp): Range[] {
  return [...text.matchAll(expression)].map(({ index, 0: match }) => [index, index + match.length]);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** What one letter wrong, missing, too many or swapped makes of a word, as the database has it. */
function typos(word: string): RegExp {
  const forms = Array.from(word, (_, at) => {
    const [before, rest] = [escaped(word.slice(0, at)), escaped(word.slice(at + 1))];
    const here = escaped(word.charAt(at));
    return [
      `${before}.${rest}`,
      `${before}${escaped(word.charAt(at + 1))}${here}${escaped(word.slice(at + 2))}`,
      ...(word.length > 4 ? [before + rest] : []),
      ...(at > 0 ? [`${before}.${here}${rest}`] : []),
    ];
  });
  return new RegExp(forms.flat().join('|'), 'g');
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
