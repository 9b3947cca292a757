import { expect, it } from 'vitest';
import { previewOf } from './prompt.ts';

it.each(['x', '🙂'])(
  'a preview has 300 characters, as the database counts them: %s',
  (character) => {
    expect(previewOf(character.repeat(299))).toBe(character.repeat(299));
    expect(previewOf(character.repeat(301))).toBe(character.repeat(300));
  },
);
