import type { SensitivePattern } from './sensitive-pattern.ts';
import { personalPatterns } from './personal-patterns.ts';
import { secretPatterns } from './secret-patterns.ts';

/** A range of a text that may be a secret or personal data. */
export interface Finding {
  readonly kind: 'secret' | 'personal';
  /** Its kind in detail: 'AWS access key', 'Phone number'. */
  readonly name: string;
  /** The first index; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds text that looks like a secret (key, token, password) or personal data (address, phone or
 * card number), in order and without overlaps. It guesses by pattern and checksum, and misses what
 * has neither.
 */
export function findSensitive(text: string): Finding[] {
  const found = [
    ...findAll(text, 'secret', secretPatterns),
    ...findAll(text, 'personal', personalPatterns),
  ];
  const separate: Finding[] = [];
  // Of two at the same index the secret comes first, since the sort is stable.
  for (const each of found.sort((one, other) => one.start - other.start)) {
    if (each.start >= (separate.at(-1)?.end ?? 0)) separate.push(each);
  }
  return separate;
}

function findAll(
  text: string,
  kind: Finding['kind'],
  patterns: readonly SensitivePattern[],
): Finding[] {
  return patterns.flatMap(({ name, find, group = 0, confirm }) =>
    [...text.matchAll(find)].flatMap((match) => {
      const found = match[group] ?? '';
      if (found === '' || confirm?.(found) === false) return [];
      const start = match.index + match[0].indexOf(found);
      return [{ kind, name, start, end: start + found.length }];
    }),
  );
}

/** The location of a finding, for a person. */
export interface FindingLocation {
  /** The line number, from 1. */
  readonly line: number;
  /**
   * The text of the line before the finding, the finding's first line, and the text after it; each
   * shortened.
   */
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

const maxContext = 40;
const maxText = 80;

export function locateFinding(text: string, { start, end }: Finding): FindingLocation {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', start);
  const stop = lineEnd < 0 ? text.length : lineEnd;
  const shown = text.slice(start, Math.min(end, stop));
  const before = text.slice(lineStart, start);
  const after = text.slice(Math.min(end, stop), stop);
  return {
    line: text.slice(0, start).split('\n').length,
    before: before.length > maxContext ? `…${before.slice(-maxContext)}` : before,
    text: shown.length > maxText ? `${shown.slice(0, maxText)}…` : shown,
    after: after.length > maxContext ? `${after.slice(0, maxContext)}…` : after,
  };
}
