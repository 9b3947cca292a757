/**
 * Returns a text without control characters, which could move the cursor of a terminal or write into
 * its title: prompts and messages may come from other people.
 */
export function plainText(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '\uFFFD');
}

/** Returns a value as JSON, with escapes in place of characters that a terminal would obey. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, null, 2).replaceAll(
    /[\u007F-\u009F]|\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${json}\n`;
}

/** Returns a text on one line. */
export function oneLine(text: string): string {
  return plainText(text.replaceAll(/\s+/g, ' ').trim());
}

/** Returns "1 prompt" or "2 prompts". */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
