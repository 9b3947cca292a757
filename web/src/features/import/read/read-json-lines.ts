import { readObject } from './read-object.ts';
import {
  checkRowCount,
  ImportFileError,
  type RowProblem,
  type SourceFile,
  type SourceRow,
} from './source-row.ts';

/**
 * Reads one JSON object per line and skips empty lines. Reports a line of invalid JSON as a faulty
 * row. Throws `ImportFileError` when no line is valid.
 */
export function readJsonLines(text: string): SourceFile {
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  let validLines = 0;
  let row = 0;
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return;
    row += 1;
    checkRowCount(row);
    const location = { row, line: index + 1 };
    let value: unknown;
    try {
      value = JSON.parse(source) as unknown;
      validLines += 1;
    } catch {
      problems.push({ ...location, title: null, reason: "It isn't valid JSON." });
      return;
    }
    const read = readObject(value, location, ignored);
    if ('row' in read) rows.push(read.row);
    else problems.push(read.problem);
  });
  if (validLines === 0) {
    throw new ImportFileError(
      'This file contains no valid JSON. A JSON Lines file has one object per line, such as {"title": "…", "content": "…"}.',
    );
  }
  return { format: 'JSON Lines', rows, problems, ignored: [...ignored], exported: null };
}
