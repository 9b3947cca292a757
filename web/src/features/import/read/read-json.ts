import { requiredColumns } from './field-names.ts';
import { isLibraryExport, readLibraryExport } from './read-library-export.ts';
import { readObject } from './read-object.ts';
import {
  checkRowCount,
  ImportFileError,
  type RowProblem,
  type SourceFile,
  type SourceRow,
} from './source-row.ts';

/** Reads `[{…}]`, `{"prompts": [{…}]}` or an export of Cuebook. Throws `ImportFileError`. */
export function readJson(text: string): SourceFile {
  const parsed = parse(text);
  if (isLibraryExport(parsed)) return readLibraryExport(parsed);
  const values = listOf(parsed);
  checkRowCount(values.length);
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  values.forEach((value, index) => {
    const read = readObject(value, { row: index + 1, line: null }, ignored);
    if ('row' in read) rows.push(read.row);
    else problems.push(read.problem);
  });
  return { format: 'JSON', rows, problems, ignored: [...ignored], exported: null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ImportFileError(
      `This isn't valid JSON${errorLocation(text, error)}. Nothing was imported.`,
    );
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list =
    typeof value === 'object' && value !== null && 'prompts' in value ? value.prompts : value;
  if (!Array.isArray(list)) {
    throw new ImportFileError(
      `This JSON file contains no list of prompts. It needs a list, or an object with a list named “prompts”. ${requiredColumns}`,
    );
  }
  if (list.length === 0) throw new ImportFileError('This JSON file contains an empty list.');
  return list;
}

/** Returns where parsing stopped, as a phrase, from the engine's error message. */
function errorLocation(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return ` (see line ${line})`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position) return ` (see line ${text.slice(0, Number(position)).split('\n').length})`;
  return /end of|unterminated/i.test(message) ? ' (it ends too early)' : '';
}
