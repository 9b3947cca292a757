import { idDigits, personId, promptId, promptIdPrefix } from '../seed-ids.ts';
import { createRandom, pick } from '../random.ts';
import { categories, tags } from '../prompt-text.ts';
import type { Corpus } from './corpus.ts';
import { ownerInSizes, type Sizes } from './sizes.ts';

const firstDay = Date.UTC(2023, 0, 1);
const lastDay = Date.UTC(2026, 0, 1);
const syllables = 'ba ko mi re tu sa ne lo vi da pe gu ro ti ma zu fe no ka li'.split(' ');

/**
 * Returns one of some 160,000 artificial words, for names, terms and typos. Low ranks are common.
 */
function rareWord(chance: number): string {
  let rank = Math.floor(160_000 ** chance);
  let word = '';
  for (let length = 0; length < 4; length += 1) {
    word += syllables[rank % syllables.length] ?? '';
    rank = Math.floor(rank / syllables.length);
  }
  return word;
}

function randomText(words: readonly string[], length: number, next: () => number): string {
  let text = '';
  while (text.length < length) {
    const word = next() < 0.01 ? rareWord(next()) : pick(words, next());
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
  const time = new Date(firstDay + (number / sizes.prompts) * (lastDay - firstDay)).toISOString();
  const title = randomText(corpus.titleWords, Math.max(3, pick(corpus.titleLengths, next())), next);
  const stateDraw = next();
  // One in thirty is a fork of an earlier prompt of another person.
  const source = Math.floor(next() * number);
  const owner = ownerInSizes(sizes, number);
  const isFork = next() < 1 / 30 && number > 0 && ownerInSizes(sizes, source) !== owner;
  const contentLength = Math.min(sizes.content, Math.max(60, pick(corpus.lengths, next())));
  return {
    id: promptId(number),
    title: title === '' ? `Prompt ${idDigits(number)}` : title,
    content: randomText(corpus.words, contentLength, next).padEnd(60, '.'),
    description:
      next() < 0.7 ? randomText(corpus.words, 40 + Math.floor(next() * 160), next) : null,
    tags: [...new Set([pick(tags, next()), next() < 0.1 ? rareWord(next()) : pick(tags, next())])],
    category: pick(categories, next()),
    is_public: stateDraw > 0.02,
    user_id: personId(owner),
    created_at: time,
    updated_at: time,
    deleted_at: stateDraw > 0.99 ? new Date(lastDay).toISOString() : null,
    version: 1 + (number % sizes.versions),
    forked_from: isFork ? `${promptIdPrefix}${idDigits(source)}` : null,
    forked_from_version: isFork ? 1 : null,
  };
}
