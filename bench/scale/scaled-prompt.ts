import { idDigits, personId, promptId, promptIdPrefix } from '../seed-ids.ts';
import { createRandom, pick } from '../random.ts';
import { categories, tags } from '../prompt-text.ts';
import type { Corpus } from './corpus.ts';
import { ownerInSizes, type Sizes } from './sizes.ts';

const firstDay = Date.UTC(2023, 0, 1);
const lastDay = Date.UTC(2026, 0, 1);
/** In the future, so that the server doesn't empty the trash while it is measured. */
const deletedAt = new Date(Date.UTC(2100, 0, 1)).toISOString();
const syllables =
  'ba ko mi re tu sa ne lo vi da pe gu ro ti ma zu fe no ka li bor kan mir ret tus sal nem lor vin dar pel gus rok tin mar zul fen nol kas lim'.split(
    ' ',
  );

const artificialWords = syllables.length ** 4;

/**
 * Returns an artificial word, for names, terms and typos. Low ranks are common. As in real texts,
 * the number of distinct words grows with the square root of the number of words, and few words
 * differ in one letter.
 */
function artificialWord(chance: number): string {
  const rank = Math.floor(800 / (1 - chance) - 800);
  let number = ((rank % artificialWords) * 1_000_003) % artificialWords;
  let word = '';
  for (let length = 0; length < 4; length += 1) {
    word += syllables[number % syllables.length] ?? '';
    number = Math.floor(number / syllables.length);
  }
  return word;
}

function randomText(
  words: readonly string[],
  artificialShare: number,
  length: number,
  next: () => number,
): string {
  let text = '';
  while (text.length < length) {
    const word = next() < artificialShare ? artificialWord(next()) : pick(words, next());
    text += word.endsWith('\n') ? word : `${word} `;
  }
  // Don't cut a surrogate pair in half.
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** Returns a row of public.prompts after its last save. Equal numbers give equal rows. */
export function scaledPrompt(number: number, corpus: Corpus, sizes: Sizes) {
  const next = createRandom(number);
  const text = (words: readonly string[], length: number) =>
    randomText(words, corpus.artificialShare, length, next);
  const time = new Date(firstDay + (number / sizes.prompts) * (lastDay - firstDay)).toISOString();
  const title = text(corpus.titleWords, Math.max(3, pick(corpus.titleLengths, next())));
  const stateDraw = next();
  // One in thirty is a fork of an earlier prompt of another person.
  const source = Math.floor(next() * number);
  const owner = ownerInSizes(sizes, number);
  const isFork = next() < 1 / 30 && number > 0 && ownerInSizes(sizes, source) !== owner;
  const contentLength = Math.min(sizes.content, Math.max(60, pick(corpus.lengths, next())));
  return {
    id: promptId(number),
    title: title === '' ? `Prompt ${idDigits(number)}` : title,
    content: text(corpus.words, contentLength).padEnd(60, '.'),
    description: next() < 0.7 ? text(corpus.words, 40 + Math.floor(next() * 160)) : null,
    tags: [
      ...new Set([pick(tags, next()), next() < 0.1 ? artificialWord(next()) : pick(tags, next())]),
    ],
    category: pick(categories, next()),
    is_public: stateDraw > 0.02,
    user_id: personId(owner),
    created_at: time,
    updated_at: time,
    deleted_at: stateDraw > 0.99 ? deletedAt : null,
    version: 1 + (number % sizes.versions),
    forked_from: isFork ? `${promptIdPrefix}${idDigits(source)}` : null,
    forked_from_version: isFork ? 1 : null,
  };
}
