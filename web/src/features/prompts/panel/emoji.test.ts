import { expect, test } from 'vitest';
import { firstEmoji, offeredEmoji } from './emoji.ts';

test.each(['🙂', '👩🏽‍🚀', '🇫🇷', '❤️', '1️⃣', '🏴‍☠️', '👨‍👩‍👧‍👦'])('%s is one emoji, whole', (emoji) => {
  expect(firstEmoji(`a ${emoji}${emoji} b`)).toBe(emoji);
});

test.each(['', 'a', '1', '#', '©', '<script>', '漢'])('%s holds none', (text) => {
  expect(firstEmoji(text)).toBeNull();
});

test('each offered icon is one emoji, once', () => {
  expect(offeredEmoji.filter(([emoji]) => firstEmoji(emoji) !== emoji)).toEqual([]);
  expect(new Set(offeredEmoji.map(([emoji]) => emoji)).size).toBe(offeredEmoji.length);
});
