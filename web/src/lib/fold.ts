/** Letters that do not come apart into a letter and its accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
  ĳ: 'ij',
  ŀ: 'l',
  ĸ: 'q',
  ŉ: "'n",
  ς: 'σ',
  ё: 'е',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

/** What may be folded: other scripts tell their letters apart by such marks. */
const foldable = new RegExp(
  String.raw`(?!\p{ASCII})[\p{Script=Latin}\p{Script=Greek}\uff01-\uff5e${Object.keys(letters).join('')}]`,
  'gu',
);
/** Accents that stand behind their letter. */
const accents = /[\u0300-\u0362]/g;

/** A text as search compares it, in the page as in the database: without regard to case and accents. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll(accents, '').replaceAll(foldable, foldLetter);
}

function foldLetter(letter: string): string {
  return letters[letter] ?? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
}
