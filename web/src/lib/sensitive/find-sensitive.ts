import type { SensitivePattern } from './sensitive-pattern.ts';
import { personalPatterns } from './personal-patterns.ts';
import { secretPatterns } from './secret-patterns.ts';

/** Something in a text that one may not want everybody to read. */
export interface Finding {
  readonly kind: 'secret' | 'personal';
  /** What it looks like: 'AWS access key', 'Phone number'. */
  readonly name: string;
  /** Its place in the text, the end not included. */
  readonly start: number;
  readonly end: number;
}

/**
 * What looks like a secret (a key, a token, a password) or like personal data (an address, a phone or card number) in
 * a text, in its order, none over another. A guess by shape and checksum: it misses what has neither.
 */
export function findSensitive(text: string): Finding[] {
  const found = [
    ...findAll(text, 'secret', secretPatterns),
    ...findAll(text, 'personal', personalPatterns),
  ];
  const kept: Finding[] = [];
  // Of two at the same place the secret comes first: the sort leaves equals in their order.
  for (const each of found.sort((one, other) => one.start - other.start)) {
    if (each.start >= (kept.at(-1)?.end ?? 0)) kept.push(each);
  }
  return kept;
}

function findAll(
  text: string,
  kind: Finding['kind'],
  patterns: readonly SensitivePattern[],
): Finding[] {
  return patterns.flatMap(({ name, find, group = 0, confirm }) =>
    [...text.matchAll(find)].flatMap((match) => {
      const words = match[group] ?? '';
      if (words === '' || confirm?.(words) === false) return [];
      const start = match.index + match[0].indexOf(words);
      return [{ kind, name, start, end: start + words.length }];
    }),
  );
}

/** Where a finding stands, as a person looks for it. */
export interface FindingLocation {
  /** From 1 on. */
  readonly line: number;
  /** What stands on its line before it, the thing itself (its first line), and what comes after. */
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

const around = 40;
const mostWords = 80;

export function locateFinding(text: string, { start, end }: Finding): FindingLocation {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', start);
  const stop = lineEnd < 0 ? text.length : lineEnd;
  const words = text.slice(start, Math.min(end, stop));
  const before = text.slice(lineStart, start);
  const after = text.slice(Math.min(end, stop), stop);
  return {
    line: text.slice(0, start).split('\n').length,
    before: before.length > around ? `…${before.slice(-around)}` : before,
    text: words.length > mostWords ? `${words.slice(0, mostWords)}…` : words,
    after: after.length > around ? `${after.slice(0, around)}…` : after,
  };
}
