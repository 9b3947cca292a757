import { refuse } from '#server/rest/rest-error.ts';

/** Where the unquoted field starting at `from` ends. */
function endOfField(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/**
 * Reads CSV (RFC 4180) into rows of fields. A field is null when it is the bare word NULL. The first
 * line with more or fewer fields than the header ends it: megabytes of empty lines are not read on.
 */
function readRows(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      let value = '';
      at += 1;
      for (;;) {
        const quote = text.indexOf('"', at);
        if (quote < 0) throw refuse.body('CSV parse error: a quoted field is not closed');
        value += text.slice(at, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
        at += 1;
      }
      row.push(value);
    } else {
      const end = endOfField(text, at);
      const value = text.slice(at, end);
      row.push(value === 'NULL' ? null : value);
      at = end;
    }
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    if (text.startsWith('\r\n', at)) at += 2;
    else if (text[at] === '\n' || text[at] === '\r') at += 1;
    else if (at < text.length) throw refuse.body('CSV parse error: a delimiter was expected');
    addRow(rows, row);
    row = [];
  }
  if (row.length > 0) addRow(rows, row);
  return rows;
}

function addRow(rows: (string | null)[][], row: (string | null)[]): void {
  if (rows[0] !== undefined && rows[0].length !== row.length)
    throw refuse.body('All lines must have same number of fields');
  rows.push(row);
}

/** A CSV body as objects keyed by its header line. */
export function parseCsv(text: string): { keys: readonly string[]; rows: readonly object[] } {
  const [header, ...lines] = readRows(text.replace(/^\uFEFF/, ''));
  if (header === undefined) throw refuse.body('Empty or invalid json');
  const keys = header.map((name) => name ?? 'NULL');
  const rows = lines.map((line) =>
    Object.fromEntries(keys.map((key, index) => [key, line[index] ?? null])),
  );
  return { keys, rows };
}
