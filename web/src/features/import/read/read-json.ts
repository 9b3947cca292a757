import { neededColumns } from './field-names.ts';
import { isOwnLibrary, readOwnLibrary } from './read-own-library.ts';
import { readObject } from './read-object.ts';
import { ImportFileError, type RowProblem, type SourceFile, type SourceRow } from './source-row.ts';

/** Reads `[{…}, …]`, `{"prompts": [{…}, …]}` or what Cuebook has exported. Throws `ImportFileError` when the text is something else. */
export function readJson(text: string): SourceFile {
  const parsed = parse(text);
  if (isOwnLibrary(parsed)) return readOwnLibrary(parsed);
  const values = listOf(parsed);
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  values.forEach((value, index) => {
    const read = readObject(value, { row: index + 1, line: null }, ignored);
    if ('row' in read) rows.push(read.row);
    else problems.push(read.problem);
  });
  return { format: 'JSON', rows, problems, ignored: [...ignored], own: null };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ImportFileError(
      `This is not valid JSON${whereBroken(text, error)}. Nothing was imported.`,
    );
  }
}

function listOf(value: unknown): readonly unknown[] {
  const list =
    typeof value === 'object' && value !== null && 'prompts' in value ? value.prompts : value;
  if (!Array.isArray(list)) {
    throw new ImportFileError(
      `This JSON holds no list of prompts. Expected is a list, or an object with a list named “prompts”. ${neededColumns}`,
    );
  }
  if (list.length === 0) throw new ImportFileError('This JSON holds an empty list: no prompts.');
  return list;
}

/** Engines say where parsing stopped in words of their own; the position in them is what they share, if any. */
function whereBroken(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return ` (see line ${line})`;
  const position = /position (\d+)/.exec(message)?.[1];
  if (position) return ` (see line ${text.slice(0, Number(position)).split('\n').length})`;
  return /end of|unterminated/i.test(message) ? ' (it breaks off before its end)' : '';
}
