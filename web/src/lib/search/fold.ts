import { normalize } from '#text/normalize.ts';
import { baseLetters } from './base-letters.ts';

/**
 * Characters that fold to more than lower case. Marks of other scripts stay: they tell letters
 * apart.
 */
const foldable = new RegExp(
  `(?!${String.raw`\p{ASCII}`}|[ǣǯǽǿ])[${[
    String.raw`\p{Script=Latin}\p{Script=Greek}`,
    ...baseLetters.keys(),
    // Combining accents and enclosing marks.
    String.raw`\u0300-\u0362\u20dd-\u20e0\u20e2-\u20e4`,
    // Invisible joiners, separators and direction marks, and variants of emoji.
    String.raw`\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff\u{e0100}-\u{e01ef}`,
    // Hebrew points and accents.
    String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7`,
    // Arabic signs, tatweel, vowels and marks of recitation.
    String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed`,
  ].join('')}]`,
  'gu',
);

/**
 * Folds case, accents and Unicode composition of a text for search, as the database does
 * (`private.fold`).
 */
export function fold(text: string): string {
  if (!/[^\0-\x7f]/.test(text)) return text.toLowerCase();
  // NFKC would turn these into a space with an accent, and into two primes.
  const kept = text.replaceAll('´', "'").replaceAll('″', '"');
  return normalize(kept, 'NFKC').toLowerCase().replaceAll(foldable, foldLetter);
}

function foldLetter(letter: string): string {
  const plain = baseLetters.get(letter);
  return plain ?? letter.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\u0640]/gu, '');
}
