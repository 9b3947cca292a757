import { digits, personId, promptId, promptPrefix } from '../people.ts';
import { numbersFrom, pick } from '../random.ts';
import { categories, tags } from '../texts.ts';
import type { Corpus } from './corpus.ts';
import { ownerIn, type Sizes } from './sizes.ts';

const firstDay = Date.UTC(2023, 0, 1);
const lastDay = Date.UTC(2026, 0, 1);
const syllables = 'ba ko mi re tu sa ne lo vi da pe gu ro ti ma zu fe no ka li'.split(' ');

/** Names, terms and slips of the pen: every hundredth word is one of some 160,000, the common ones far more often. */
function rareWord(chance: number): string {
  let rank = Math.floor(160_000 ** chance);
  let word = '';
  for (let length = 0; length < 4; length += 1) {
    word += syllables[rank % syllables.length] ?? '';
    rank = Math.floor(rank / syllables.length);
  }
  return word;
}

function text(words: readonly string[], length: number, next: () => number): string {
  let made = '';
  while (made.length < length) {
    const word = next() < 0.01 ? rareWord(next()) : pick(words, next());
    made += word.endsWith('\n') ? word : `${word} `;
  }
  // Not a half of a character that takes two places.
  return made
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** A row of public.prompts as its last save left it; the same number gives the same row. */
export function scaledPrompt(number: number, corpus: Corpus, sizes: Sizes) {
  const next = numbersFrom(number);
  const time = new Date(firstDay + (number / sizes.prompts) * (lastDay - firstDay)).toISOString();
  const title = text(corpus.titleWords, Math.max(3, pick(corpus.titleLengths, next())), next);
  const fate = next();
  // Every thirtieth was made from an earlier one of another person.
  const source = Math.floor(next() * number);
  const owner = ownerIn(sizes, number);
  const forked = next() < 1 / 30 && number > 0 && ownerIn(sizes, source) !== owner;
  return {
    id: promptId(number),
    title: title === '' ? `Prompt ${digits(number)}` : title,
    content: text(corpus.words, Math.max(60, pick(corpus.lengths, next())), next).padEnd(60, '.'),
    description: next() < 0.7 ? text(corpus.words, 40 + Math.floor(next() * 160), next) : null,
    tags: [...new Set([pick(tags, next()), next() < 0.1 ? rareWord(next()) : pick(tags, next())])],
    category: pick(categories, next()),
    is_public: fate > 0.02,
    user_id: personId(owner),
    created_at: time,
    updated_at: time,
    deleted_at: fate > 0.99 ? new Date(lastDay).toISOString() : null,
    version: 1 + (number % 5),
    forked_from: forked ? `${promptPrefix}${digits(source)}` : null,
    forked_from_version: forked ? 1 : null,
  };
}
