/**
 * Calls `visit` with each character of a text that is outside of quotation marks, and its place. In
 * quotes, a backslash escapes the next character. Returns whether the last quote doesn't end.
 */
export function eachUnquoted(
  text: string,
  visit: (character: string, at: number) => void,
): boolean {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted) visit(character, at);
  }
  return isQuoted;
}
