import { describe, expect, it } from 'vitest';
import { measureText } from './measure-text.ts';

describe('measureText', () => {
  it.each([
    ['', 0, 0, 0],
    ['Walk the dog.', 3, 13, 4],
    ["It's a well-known fact", 4, 22, 6],
    ['早上好', 3, 3, 3],
    ['привет мир', 2, 10, 5],
    ['🎭', 0, 1, 1],
  ])('measures %j', (text, words, characters, tokens) => {
    expect(measureText(text)).toEqual({ words, characters, tokens });
  });
});
