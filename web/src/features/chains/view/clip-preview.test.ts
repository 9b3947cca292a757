import { describe, expect, it } from 'vitest';
import { clipPreview } from './clip-preview.ts';

describe('clipPreview', () => {
  it.each(['x', '🙂'])('returns up to 150 characters unchanged (%s)', (character) => {
    expect(clipPreview(character.repeat(150))).toBe(character.repeat(150));
  });

  it.each(['x', '🙂'])('cuts a longer text to 150 characters and an ellipsis (%s)', (character) => {
    expect(clipPreview(character.repeat(151))).toBe(`${character.repeat(150)}…`);
  });
});
