import { limits } from '#contract/limits.ts';
import { formatGroupPath, parseGroupPath } from '#text/group-path.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';

/** A fault of a row, as a sentence for the person. */
export class RowFault extends Error {
  override name = 'RowFault';
}

/** Returns a text unchanged, or null for none. Throws {@link RowFault} when it can't be stored. */
export function checkText(value: unknown, name: string, limit: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new RowFault(`Its ${name} isn't text.`);
  const length = codePointLength(value);
  if (length > limit) {
    throw new RowFault(
      `Its ${name} is ${length.toLocaleString('en')} characters long; the limit is ${limit.toLocaleString('en')}.`,
    );
  }
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new RowFault(`Its ${name} contains a character that can't be stored.`);
  }
  return value;
}

/**
 * Returns a path of groups, or null for none. Names below the deepest level stay one name there.
 * Throws {@link RowFault} when it can't be stored.
 */
export function checkGroupPath(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new RowFault("Its group isn't text.");
  const names = parseGroupPath(value);
  const last = limits.groupDepth - 1;
  const path = names.length > last ? [...names.slice(0, last), names.slice(last).join('/')] : names;
  for (const name of path) checkText(name, 'group', limits.groupNameLength);
  return path.length === 0 ? null : formatGroupPath(path);
}
