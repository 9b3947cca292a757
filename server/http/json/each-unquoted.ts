const quote = 34;
const backslash = 92;

/** Returns the place of the quotation mark that ends what one at `start` begins; -1 without it. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return -1;
}

/**
 * Calls `visit` with each character of a text that is outside of quotation marks, and its place, until
 * it returns false. In quotes, a backslash escapes the next character. Returns whether the last quote
 * doesn't end.
 */
export function eachUnquoted(
  text: string,
  visit: (character: string, at: number) => boolean | void,
): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) !== quote) {
      if (visit(text[at] ?? '', at) === false) return false;
      continue;
    }
    at = endOfQuoted(text, at);
    if (at < 0) return true;
  }
  return false;
}
