import { ImportFileError } from './source-row.ts';

export interface CsvRecord {
  readonly line: number;
  readonly values: readonly string[];
  /** A line break follows; only the last record may lack one. */
  readonly hasLineEnd: boolean;
}

const quote = '"';

/**
 * Yields the records of a CSV text (RFC 4180) without empty lines. Records may end in LF, CRLF or
 * CR, mixed within one file. Quoted text stays unchanged. A quote inside an unquoted field is an
 * ordinary character. Throws {@link ImportFileError} with the line of a broken quote.
 */
export function* csvRecords(
  text: string,
  delimiter: string,
): Generator<CsvRecord, void, undefined> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const startLine = line;
    const values: string[] = [];
    for (;;) {
      if (text[at] === quote) {
        const field = quotedField(text, at, line);
        values.push(field.value);
        line += field.lines;
        at = field.end;
        if (at < text.length && text[at] !== delimiter && !isNewline(text[at])) {
          throw new ImportFileError(
            `Line ${line}: there is text after a field's closing quote. Write a quote inside a quoted field twice (""). Nothing was imported.`,
          );
        }
      } else {
        const end = endOfPlainField(text, at, delimiter);
        values.push(text.slice(at, end));
        at = end;
      }
      if (text[at] !== delimiter) break;
      at += delimiter.length;
    }
    const hasLineEnd = at < text.length;
    if (hasLineEnd) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line += 1;
    }
    if (values.length > 1 || values[0] !== '') yield { line: startLine, values, hasLineEnd };
  }
}

function isNewline(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function endOfPlainField(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && !isNewline(text[at])) at++;
  return at;
}

/** Reads a field from its opening quote; `end` is the position after the closing quote. */
function quotedField(
  text: string,
  from: number,
  line: number,
): { value: string; end: number; lines: number } {
  let value = '';
  let start = from + 1;
  for (;;) {
    const close = text.indexOf(quote, start);
    if (close === -1) {
      throw new ImportFileError(
        `Line ${line}: the quote opened here is never closed. Nothing was imported.`,
      );
    }
    value += text.slice(start, close);
    if (text[close + 1] !== quote) return { value, end: close + 1, lines: countLines(value) };
    value += quote;
    start = close + 2;
  }
}

function countLines(value: string): number {
  let lines = 0;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '\n' || (value[at] === '\r' && value[at + 1] !== '\n')) lines++;
  }
  return lines;
}
