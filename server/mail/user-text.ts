/** Zero-width space: it can't be seen, and mail programs find no address across it. */
const gap = '\u200B';

/**
 * The separators of addresses, in every script that browsers accept; and of encoded words, which mail
 * programs decode in a subject (RFC 2047).
 */
const separator = /[.:\\@․。．｡：＠](?=\S)|=(?=\?)/gu;

/** Characters that change the text direction, or are invisible, but those that join letters and emoji. */
const invisible = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

/** Letters that are written from right to left. */
const rightToLeft =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const maxCharacters = 80;

/** The end of a cut text: a part of a word and the space before it, or one character of a long word. */
const partialWord = /\s\S{0,29}$|.$/u;

/**
 * Returns a user's text (a name, a title, an address) for a mail: one short line in which mail
 * programs find no address to link. Otherwise a name like `evil.example/login` would become a link
 * in our mail. Text from right to left is isolated, so that it doesn't reorder our words around it.
 */
export function userText(text: string): string {
  const line = text
    .replace(invisible, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  const short =
    characters.length > maxCharacters
      ? `${characters.slice(0, maxCharacters).join('').replace(partialWord, '')}…`
      : line;
  const safe = short.replace(separator, `$&${gap}`);
  return rightToLeft.test(safe) ? `\u2068${safe}\u2069` : safe;
}
