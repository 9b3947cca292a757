import { readObject } from './read-object.ts';
import { ImportFileError, type RowProblem, type SourceFile, type SourceRow } from './source-row.ts';

/**
 * Reads one JSON object a line; empty lines mean nothing. A line that is no JSON stands for itself alone, so it
 * is reported like a row with a fault; if every line is one, this is no JSON Lines file.
 */
export function readJsonLines(text: string): SourceFile {
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  let parsed = 0;
  let row = 0;
  text.split('\n').forEach((source, index) => {
    if (source.trim() === '') return;
    row += 1;
    const place = { row, line: index + 1 };
    let value: unknown;
    try {
      value = JSON.parse(source) as unknown;
      parsed += 1;
    } catch {
      problems.push({ ...place, title: null, reason: 'It is not valid JSON.' });
      return;
    }
    const read = readObject(value, place, ignored);
    if ('row' in read) rows.push(read.row);
    else problems.push(read.problem);
  });
  if (parsed === 0) {
    throw new ImportFileError(
      'No line of this file is valid JSON. JSON Lines holds one object a line, such as {"title": "…", "content": "…"}.',
    );
  }
  return { format: 'JSON Lines', rows, problems, ignored: [...ignored], own: null };
}
