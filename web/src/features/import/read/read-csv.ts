import { csvRecords } from './csv-records.ts';
import { findFields, firstNames, requiredColumns, type FieldPositions } from './field-names.ts';
import {
  checkRowCount,
  ImportFileError,
  type RowProblem,
  type SourceFile,
  type SourceRow,
} from './source-row.ts';

/** The comma, and what spreadsheets use instead in countries with decimal commas. */
const delimiters = [',', ';', '\t', '|'];

/** Reads a CSV text whose first record names the columns. Throws `ImportFileError`. */
export function readCsv(text: string): SourceFile {
  const { delimiter, columns, header } = readHeader(text);
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  let row = 0;
  // Some programs omit empty values at the end of a line; a short last line then means nothing.
  let linesAreComplete = true;
  const records = csvRecords(text, delimiter);
  records.next();
  for (const { line, values, hasLineEnd } of records) {
    row += 1;
    checkRowCount(row);
    const report = (reason: string) => {
      const title = values[header.positions.get('title') ?? -1] ?? null;
      problems.push({ row, line, title, reason });
    };
    if (
      values.length > columns.length &&
      values.slice(columns.length).some((value) => value !== '')
    ) {
      report(
        `It has ${values.length} values, but the first line names ${columns.length} columns. Put quotes around text that contains “${delimiter}”.`,
      );
      continue;
    }
    if (row > 1 && linesAreComplete && !hasLineEnd && values.length < columns.length) {
      report(
        `It has ${values.length} of ${columns.length} values, and the file ends in the middle of it. The file seems to be cut off here. Complete the line, or end it with a line break.`,
      );
      continue;
    }
    linesAreComplete &&= values.length >= columns.length;
    rows.push({ row, line, fields: fieldsOf(values, header) });
  }
  return { format: 'CSV', rows, problems, ignored: header.ignored, exported: null };
}

function fieldsOf(values: readonly string[], header: FieldPositions): SourceRow['fields'] {
  return Object.fromEntries(
    [...header.positions].flatMap(([field, position]) => {
      const value = values[position];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

interface Header {
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly header: FieldPositions;
}

/** Returns the delimiter with which the first record names the most fields, and that record. */
function readHeader(text: string): Header {
  let best: Header | null = null;
  let refusal: ImportFileError | null = null;
  for (const delimiter of delimiters) {
    try {
      const first = csvRecords(text, delimiter).next().value;
      if (!first) continue;
      const header = findFields(first.values);
      if (!best || header.positions.size > best.header.positions.size) {
        best = { delimiter, columns: first.values, header };
      }
    } catch (error) {
      // A wrong delimiter may break a valid first line; the error counts only if no delimiter fits.
      if (!(error instanceof ImportFileError)) throw error;
      refusal ??= error;
    }
  }
  if (refusal && (!best || best.header.positions.size === 0)) throw refusal;
  if (!best || !best.header.positions.has('title') || !best.header.positions.has('content')) {
    throw new ImportFileError(
      `The first line doesn't name the required columns. ${requiredColumns} Found: ${firstNames(best?.columns ?? [], (name) => `“${name}”`)}.`,
    );
  }
  return best;
}
