import { codePointLength } from './code-point-length.ts';

export interface TextMeasure {
  readonly words: number;
  readonly characters: number;
  /** An estimate: models count differently, each with its own list of word parts. */
  readonly tokens: number;
}

/** A character that is a word of its own, or a word of letters and digits. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+(?:['’_-][\p{L}\p{M}\p{N}]+)*/gu;
const latin = /[\0-\u024f\u2000-\u206f]+/g;
const ideographic =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/**
 * Counts words, characters and, roughly, tokens: one for four Latin characters, for two of another
 * alphabet, or for one Chinese, Japanese or Korean character.
 */
export function measureText(text: string): TextMeasure {
  const characters = codePointLength(text);
  const latinCharacters = sum(text, latin);
  const ideographs = count(text, ideographic);
  const others = Math.max(0, characters - latinCharacters - ideographs);
  return {
    words: count(text, word),
    characters,
    tokens: Math.ceil(latinCharacters / 4 + others / 2 + ideographs),
  };
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _match of text.matchAll(pattern)) found += 1;
  return found;
}

function sum(text: string, pattern: RegExp): number {
  let length = 0;
  for (const [match] of text.matchAll(pattern)) length += match.length;
  return length;
}
