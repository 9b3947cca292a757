/**
 * Reads the quoted text with backslash escapes that starts at `start`. `end` is behind the closing
 * quote. Returns null if there is none.
 */
export function scanQuoted(text: string, start: number): { value: string; end: number } | null {
  let value = '';
  let from = start + 1;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') return { value: value + text.slice(from, at), end: at + 1 };
    if (character !== '\\') continue;
    value += text.slice(from, at);
    at += 1;
    from = at;
  }
  return null;
}

/**
 * Scans texts in which an unclosed quote is an ordinary character. After one unclosed quote no
 * other can be closed, so it stops searching: reading stays linear for any input.
 */
export class QuoteScanner {
  readonly #text: string;
  #unclosed = false;

  constructor(text: string) {
    this.#text = text;
  }

  scan(start: number): { value: string; end: number } | null {
    if (this.#unclosed || this.#text[start] !== '"') return null;
    const found = scanQuoted(this.#text, start);
    this.#unclosed = found === null;
    return found;
  }
}

/**
 * Reads the items of a list from `start`, behind the opening parenthesis. `end` is behind the
 * closing one. Returns null if there is none.
 */
export function scanList(
  text: string,
  start: number,
  quotes: QuoteScanner,
): { items: string[]; end: number } | null {
  const items: string[] = [];
  let at = start;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  for (;;) {
    const from = at;
    while (text[at] === ' ') at += 1;
    const quoted = quotes.scan(at);
    let after = quoted?.end ?? at;
    while (text[after] === ' ') after += 1;
    if (quoted !== null && (text[after] === ',' || text[after] === ')')) {
      items.push(quoted.value);
      at = after;
    } else {
      at = from;
      while (at < text.length && text[at] !== ',' && text[at] !== ')') at += 1;
      items.push(text.slice(from, at));
    }
    if (at >= text.length) return null;
    at += 1;
    if (text[at - 1] === ')') return { items, end: at };
  }
}
