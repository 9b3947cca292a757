import { refuse } from '#server/rest/rest-error.ts';
import { scanQuoted } from './quoted.ts';

/**
 * A cursor over one parameter of the query string. Failures carry the place and what was expected there,
 * worded as the protocol's clients know it.
 */
export class TextReader {
  readonly text: string;
  readonly what: string;
  readonly #sent: string;
  at = 0;

  /**
   * `what` names the parameter, as in 'failed to parse select parameter (…)'; `sent` is what failures show of it,
   * when it is not the text that is read.
   */
  constructor(text: string, what: string, sent = text) {
    this.text = text;
    this.what = what;
    this.#sent = sent;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  /** Steps over `expected` if it is next. */
  take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.at += expected.length;
    return true;
  }

  /** Steps over what a sticky expression matches, and gives it. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  skipSpace(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1;
  }

  need(expected: string, named = `"${expected}"`): void {
    if (!this.take(expected)) this.fail(named);
  }

  /** The character that is next is none of the expected. */
  fail(expecting: string): never {
    throw this.error(`unexpected ${this.#shown('"')} expecting ${expecting}`);
  }

  /** The same where something was complete and goes on: the protocol quotes the character otherwise there. */
  failToEnd(expecting: string): never {
    throw this.error(`unexpected ${this.#shown("'")} expecting ${expecting}`);
  }

  /** None of these words is next. The place is where the word begins, the character where it is not the first of them. */
  failWord(words: readonly string[], expecting: string): never {
    const start = this.at;
    const [first = ''] = words;
    while (this.at - start < first.length && this.text[this.at] === first[this.at - start]) {
      this.at += 1;
    }
    const shown = this.#shown('"');
    this.at = start;
    throw this.error(`unexpected ${shown} expecting ${expecting}`);
  }

  #shown(quote: string): string {
    const next = this.text.slice(this.at, this.at + 1);
    if (next === '') return 'end of input';
    const escaped = JSON.stringify(next).slice(1, -1);
    return quote + (quote === "'" && next === '"' ? next : escaped) + quote;
  }

  error(details: string): Error {
    const place = `(line 1, column ${this.at + 1})`;
    return refuse.syntax(`"failed to parse ${this.what} (${this.#sent})" ${place}`, details);
  }
}

const bareName = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy;

/** "quoted", with backslash escapes; null when no quote is next. */
function readQuoted(reader: TextReader): string | null {
  if (!reader.peek('"')) return null;
  const closed = scanQuoted(reader.text, reader.at);
  if (closed === null) {
    reader.at = reader.text.length;
    reader.fail('"\\""');
  }
  reader.at = closed.end;
  return closed.value;
}

/** A name of a column, relation, alias or hint: bare or quoted. */
export function readName(reader: TextReader): string {
  const quoted = readQuoted(reader);
  if (quoted !== null) return quoted;
  const start = reader.at;
  const name = reader.match(bareName)?.trim() ?? '';
  if (name === '' || name.startsWith('-')) {
    reader.at = start;
    reader.fail('field name (* or [a..z0..9_$])');
  }
  return name;
}

const bareJsonKey = /(?:[^(\-:.,>)]|-(?!>))+/y;

/** A key of a JSON path: quoted, or bare with nearly every character. */
export function readJsonKey(reader: TextReader): string {
  const quoted = readQuoted(reader);
  if (quoted !== null) return quoted;
  const key = reader.match(bareJsonKey)?.trim() ?? '';
  if (key === '') reader.fail('any non reserved character different from: .,>()');
  return key;
}
