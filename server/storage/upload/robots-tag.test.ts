import { expect, it } from 'vitest';
import { robotsTag } from './robots-tag.ts';

it.each([
  'all',
  'noindex, nofollow',
  'noindex,',
  'max-snippet: 10, notranslate',
  'max-video-preview: -1',
  'max-image-preview: large',
  'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex',
  'unavailable_after: 2025-12-03',
  'BadBot: noindex, nofollow, googlebot: nofollow',
])('accepts the rules %s', (tag) => {
  expect(robotsTag(tag)).toBe(tag);
});

it.each([null, '', ' '])('reads no rules from %o', (header) => {
  expect(robotsTag(header)).toBeNull();
});

it.each([
  'invalidrule',
  'noindex, , nofollow',
  'max-snippet: -2',
  'max-snippet: 1e3',
  'max-image-preview:',
  'unavailable_after: not-a-date',
  'googlebot:',
  'no index',
])('refuses the rules %s', (tag) => {
  expect(() => robotsTag(tag)).toThrow(/^Invalid X-Robots-Tag header/);
});
