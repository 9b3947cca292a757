import { expect, it } from 'vitest';
import { contains } from './text-filter.ts';

it.each([
  ['plain', 'title.imatch."plain",content.imatch."plain"'],
  ['a*b', String.raw`title.imatch."a\\*b",content.imatch."a\\*b"`],
  [
    'say "hi", (x)',
    String.raw`title.imatch."say \"hi\", \\(x\\)",content.imatch."say \"hi\", \\(x\\)"`,
  ],
  [String.raw`C:\d`, String.raw`title.imatch."C:\\\\d",content.imatch."C:\\\\d"`],
])('%s', (text, filter) => {
  expect(contains(['title', 'content'], text)).toBe(filter);
});
