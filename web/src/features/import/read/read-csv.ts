import { csvRecords } from './csv-records.ts';
import { findFields, neededColumns, type FieldPlaces } from './field-names.ts';
import { ImportFileError, type RowProblem, type SourceFile, type SourceRow } from './source-row.ts';

/** Comma, and what spreadsheets write in countries where the comma belongs to numbers. */
const delimiters = [',', ';', '\t', '|'];

/** Reads a CSV text whose first record names the columns. Throws `ImportFileError` when it cannot be read. */
export function readCsv(text: string): SourceFile {
  const { delimiter, columns, header } = readHeader(text);
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  let row = 0;
  // Some programs leave empty values at the end of a line out: then a short line says nothing.
  let isComplete = true;
  const records = csvRecords(text, delimiter);
  records.next();
  for (const { line, values, isEnded } of records) {
    row += 1;
    const titleAt = header.places.get('title');
    if (
      values.length > columns.length &&
      values.slice(columns.length).some((value) => value !== '')
    ) {
      problems.push({
        row,
        line,
        title: titleAt === undefined ? null : (values[titleAt] ?? null),
        reason: `It has ${values.length} values, but the first line names ${columns.length} columns. A text with “${delimiter}” in it needs quotes around it.`,
      });
      continue;
    }
    if (row > 1 && isComplete && !isEnded && values.length < columns.length) {
      problems.push({
        row,
        line,
        title: titleAt === undefined ? null : (values[titleAt] ?? null),
        reason: `It has ${values.length} of ${columns.length} values, and the file ends in the middle of it: the file seems to be cut off here. Complete the line, or end it with a line break.`,
      });
      continue;
    }
    isComplete &&= values.length >= columns.length;
    rows.push({ row, line, fields: fieldsOf(values, header) });
  }
  return { format: 'CSV', rows, problems, ignored: header.ignored, own: null };
}

function fieldsOf(values: readonly string[], header: FieldPlaces): SourceRow['fields'] {
  return Object.fromEntries(
    [...header.places].flatMap(([field, place]) => {
      const value = values[place];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

/** The delimiter with which the first record names the most fields, and that record. */
function readHeader(text: string): {
  delimiter: string;
  columns: readonly string[];
  header: FieldPlaces;
} {
  let best: { delimiter: string; columns: readonly string[]; header: FieldPlaces } | null = null;
  let refusal: ImportFileError | null = null;
  for (const delimiter of delimiters) {
    try {
      const first = csvRecords(text, delimiter).next().value;
      if (!first) continue;
      const header = findFields(first.values);
      if (!best || header.places.size > best.header.places.size) {
        best = { delimiter, columns: first.values, header };
      }
    } catch (error) {
      // With a wrong delimiter a sound first line may look broken; it counts only if none fits.
      if (!(error instanceof ImportFileError)) throw error;
      refusal ??= error;
    }
  }
  if (refusal && (!best || best.header.places.size === 0)) throw refusal;
  if (!best || !best.header.places.has('title') || !best.header.places.has('content')) {
    throw new ImportFileError(
      `The first line does not name the columns needed. ${neededColumns} Found: ${shorten(best?.columns ?? [])}.`,
    );
  }
  return best;
}

function shorten(columns: readonly string[]): string {
  if (columns.length === 0) return 'none';
  const shown = columns.slice(0, 6).map((name) => `“${name.trim().slice(0, 30)}”`);
  return shown.join(', ') + (columns.length > 6 ? ` and ${columns.length - 6} more` : '');
}
