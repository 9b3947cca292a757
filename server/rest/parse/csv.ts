import { refuse } from '#server/rest/rest-error.ts';

const comma = 44;
const lineFeed = 10;
const carriageReturn = 13;

/**
 * Rows are joined in batches: a string concatenated from millions of parts takes a multiple of its
 * length in memory.
 */
const rowsPerBatch = 1_000;

function endsLine(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Returns the end of the unquoted field that starts at `from`. */
function endOfField(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || endsLine(code)) return at;
  }
  return text.length;
}

/** Reads the quoted field whose content starts at `from`, and returns its value and end. */
function quotedField(text: string, from: number): { value: string; end: number } {
  let value = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw refuse.body('CSV parse error: a quoted field is not closed');
    value += text.slice(at, quote);
    at = quote + 1;
    if (text[at] !== '"') return { value, end: at };
    value += '"';
    at += 1;
  }
}

/**
 * Reads CSV (RFC 4180) and passes each line to `onLine`. Skips blank lines. Throws at the first line
 * whose number of fields differs from the header's.
 */
function readLines(text: string, onLine: (line: readonly string[]) => void): void {
  let line: string[] = [];
  let width = 0;
  const endLine = () => {
    if (width > 0 && line.length !== width) {
      throw refuse.body('All lines must have same number of fields');
    }
    width = line.length;
    onLine(line);
    line = [];
  };
  let at = 0;
  while (at < text.length) {
    if (line.length === 0 && endsLine(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    if (text[at] === '"') {
      const field = quotedField(text, at + 1);
      line.push(field.value);
      at = field.end;
    } else {
      const until = endOfField(text, at);
      line.push(text.slice(at, until));
      at = until;
    }
    const code = text.charCodeAt(at);
    if (code === comma) {
      at += 1;
      if (at === text.length) line.push('');
      continue;
    }
    if (code === lineFeed) at += 1;
    else if (code === carriageReturn) at += text.charCodeAt(at + 1) === lineFeed ? 2 : 1;
    else if (at < text.length) throw refuse.body('CSV parse error: a delimiter was expected');
    endLine();
  }
  if (line.length > 0) endLine();
}

/**
 * Returns a CSV body as the text of a JSON array of objects, keyed by the header line. The word NULL
 * is a null, also in quotes, as in PostgREST.
 */
export function parseCsv(text: string): { keys: readonly string[]; json: string } {
  let keys: readonly string[] | null = null;
  let names: readonly string[] = [];
  let rows: string[] = [];
  const batches: string[] = [];
  readLines(text.replace(/^\uFEFF/, ''), (line) => {
    if (keys === null) {
      keys = line;
      names = keys.map((name) => JSON.stringify(name));
      return;
    }
    const fields = line.map(
      (field, index) => `${names[index]}:${field === 'NULL' ? 'null' : JSON.stringify(field)}`,
    );
    if (rows.push(`{${fields.join(',')}}`) < rowsPerBatch) return;
    batches.push(rows.join(','));
    rows = [];
  });
  if (keys === null) throw refuse.body('Empty or invalid json');
  if (rows.length > 0) batches.push(rows.join(','));
  return { keys, json: `[${batches.join(',')}]` };
}
