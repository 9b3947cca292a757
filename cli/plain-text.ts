/**
 * Returns a text without control characters, which could move the cursor of a terminal or write into
 * its title: prompts and messages may come from other people.
 */
export function plainText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\uFFFD');
}

/** Returns a text on one line. */
export function oneLine(text: string): string {
  return plainText(text.replaceAll(/\s+/g, ' ').trim());
}

/** Returns "1 prompt" or "2 prompts". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
