import { refuse } from '#server/rest/rest-error.ts';
import { scanQuoted } from './quoted.ts';

/**
 * A cursor over one parameter of the query string. Failures carry the place and what was expected there,
 * worded as the protocol's clients know it.
 */
export class TextReader {
  readonly text: string;
  readonly what: string;
  at = 0;

  /** `what` names the parameter, as in 'failed to parse select parameter (…)'. */
  constructor(text: string, what: string) {
    this.text = text;
    this.what = what;
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

  need(expected: string): void {
    if (!this.take(expected)) this.fail(`"${expected}"`);
  }

  fail(expecting: string): never {
    const next = this.text.slice(this.at, this.at + 1);
    const unexpected = next === '' ? 'end of input' : JSON.stringify(next);
    throw this.error(`unexpected ${unexpected} expecting ${expecting}`);
  }

  error(details: string): Error {
    const place = `(line 1, column ${this.at + 1})`;
    return refuse.syntax(`"failed to parse ${this.what} (${this.text})" ${place}`, details);
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
