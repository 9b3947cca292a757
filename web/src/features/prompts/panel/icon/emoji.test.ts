import { describe, expect, it } from 'vitest';
import { firstEmoji, offeredEmoji } from './emoji.ts';

describe('firstEmoji', () => {
  it.each(['🙂', '👩🏽‍🚀', '🇫🇷', '❤️', '1️⃣', '🏴‍☠️', '👨‍👩‍👧‍👦'])('returns %s whole', (emoji) => {
    expect(firstEmoji(`a ${emoji}${emoji} b`)).toBe(emoji);
  });

  it.each(['', 'a', '1', '#', '©', '<script>', '漢'])('finds none in %s', (text) => {
    expect(firstEmoji(text)).toBeNull();
  });
});

describe('offeredEmoji', () => {
  it('lists each emoji once', () => {
    expect(offeredEmoji.filter(([emoji]) => firstEmoji(emoji) !== emoji)).toEqual([]);
    expect(new Set(offeredEmoji.map(([emoji]) => emoji)).size).toBe(offeredEmoji.length);
  });
});
