import { codePointLength } from '#web/lib/text/code-point-length.ts';

/** A row's fault as a sentence for the person. */
export class RowFault extends Error {
  override name = 'RowFault';
}

/** A text as it stands, or null for none. Throws {@link RowFault} when it cannot be stored. */
export function checkText(value: unknown, name: string, limit: number): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new RowFault(`Its ${name} is not a text.`);
  const length = codePointLength(value);
  if (length > limit) {
    throw new RowFault(
      `Its ${name} is ${length.toLocaleString('en')} characters long; ${limit.toLocaleString('en')} are possible.`,
    );
  }
  if (value.includes('\0') || !value.isWellFormed()) {
    throw new RowFault(`Its ${name} holds a character that cannot be stored.`);
  }
  return value;
}
