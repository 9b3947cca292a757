import { refuse } from '#server/rest/rest-error.ts';
import { scanQuoted } from './quoted.ts';

/**
 * A cursor over one parameter of the query string. Errors name the position and the expected text,
 * worded as in PostgREST.
 */
export class TextReader {
  readonly text: string;
  readonly parameterName: string;
  readonly #sent: string;
  position = 0;

  /**
   * `parameterName` appears in errors: 'failed to parse select parameter (…)'. So does `sent`, if
   * it differs from the text that is read.
   */
  constructor(text: string, parameterName: string, sent = text) {
    this.text = text;
    this.parameterName = parameterName;
    this.#sent = sent;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Consumes `expected` if it is next. */
  accept(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.position += expected.length;
    return true;
  }

  /** Consumes and returns the match of a sticky expression; null if it doesn't match. */
  match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.position = pattern.lastIndex;
    return match[0];
  }

  skipSpace(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t')
      this.position += 1;
  }

  /** Skips what is closed once too often after a complete tree, as in `(id.eq.1))`. */
  skipStrayClosers(): void {
    this.match(/[)']+$/y);
  }

  /** Consumes `expected`. Fails if it is not next. */
  expect(expected: string, shown = `"${expected}"`): void {
    if (!this.accept(expected)) this.fail(shown);
  }

  /** Fails at the next character. */
  fail(expecting: string): never {
    throw this.error(`unexpected ${this.#shown('"')} expecting ${expecting}`);
  }

  /** Fails at a character after a complete term. PostgREST puts it in other quotes there. */
  failToEnd(expecting: string): never {
    throw this.error(`unexpected ${this.#shown("'")} expecting ${expecting}`);
  }

  /**
   * Fails because none of the keywords is next. The error has the position of the keyword, and the
   * first character that differs from the first of the keywords.
   */
  failKeyword(keywords: readonly string[], expecting: string): never {
    const start = this.position;
    const [first = ''] = keywords;
    while (
      this.position - start < first.length &&
      this.text[this.position] === first[this.position - start]
    ) {
      this.position += 1;
    }
    const shown = this.#shown('"');
    this.position = start;
    throw this.error(`unexpected ${shown} expecting ${expecting}`);
  }

  #shown(quote: string): string {
    const next = this.text.slice(this.position, this.position + 1);
    if (next === '') return 'end of input';
    const escaped = JSON.stringify(next).slice(1, -1);
    return quote + (quote === "'" && next === '"' ? next : escaped) + quote;
  }

  error(details: string): Error {
    const location = `(line 1, column ${this.position + 1})`;
    return refuse.syntax(
      `"failed to parse ${this.parameterName} (${this.#sent})" ${location}`,
      details,
    );
  }
}

const bareName = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy;

/** Reads a quoted text with backslash escapes; null if no quote is next. */
function readQuoted(reader: TextReader): string | null {
  if (!reader.peek('"')) return null;
  const closed = scanQuoted(reader.text, reader.position);
  if (closed === null) {
    reader.position = reader.text.length;
    reader.fail('"\\""');
  }
  reader.position = closed.end;
  return closed.value;
}

/** Reads the name of a column, relation, alias or hint: bare or quoted. */
export function readName(reader: TextReader): string {
  const quoted = readQuoted(reader);
  if (quoted !== null) return quoted;
  const start = reader.position;
  const name = reader.match(bareName)?.trim() ?? '';
  if (name === '' || name.startsWith('-')) {
    reader.position = start;
    reader.fail('field name (* or [a..z0..9_$])');
  }
  return name;
}

const bareJsonKey = /(?:[^(\-:.,>)]|-(?!>))+/y;

/** Reads a key of a JSON path: quoted, or bare with nearly every character. */
export function readJsonKey(reader: TextReader): string {
  const quoted = readQuoted(reader);
  if (quoted !== null) return quoted;
  const key = reader.match(bareJsonKey)?.trim() ?? '';
  if (key === '') {
    reader.fail('"-", digit or any non reserved character different from: .,>()');
  }
  return key;
}
