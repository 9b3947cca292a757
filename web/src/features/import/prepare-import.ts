import { checkRow, type ImportedPrompt } from './check-row.ts';
import { fingerprint } from './fingerprint.ts';
import { readFile } from './read-file.ts';
import type { RowPlace, RowProblem, SourceFile } from './source-row.ts';

export interface PreparedPrompt extends ImportedPrompt {
  readonly fingerprint: string;
  /** What it takes of the body of the request. */
  readonly bytes: number;
}

/** A row with the title and content of an earlier row of the same file. */
interface RepeatedRow extends RowPlace {
  readonly title: string;
  readonly firstRow: number;
}

/** A file, read and checked, before anybody asked whether its prompts are known already. */
export interface PreparedFile {
  readonly format: SourceFile['format'];
  readonly ignored: readonly string[];
  /** How many rows the file has, faulty ones included. */
  readonly total: number;
  readonly prompts: readonly PreparedPrompt[];
  readonly repeated: readonly RepeatedRow[];
  readonly problems: readonly RowProblem[];
}

/**
 * Reads and checks a whole file: pure, and meant for a worker. `onProgress` hears how many rows are done of how many.
 * Throws `ImportFileError` when the file cannot be read at all.
 */
export function prepareImport(
  name: string,
  bytes: Uint8Array,
  onProgress: (done: number, total: number) => void = () => undefined,
): PreparedFile {
  const source = readFile(name, bytes);
  const prompts: PreparedPrompt[] = [];
  const repeated: RepeatedRow[] = [];
  const problems: RowProblem[] = [...source.problems];
  const firstRows = new Map<string, number>();
  source.rows.forEach((row, index) => {
    if (index % progressStep === 0) onProgress(index, source.rows.length);
    const { row: number, line } = row;
    const checked = checkRow(row);
    if ('reason' in checked) {
      const { title } = row.fields;
      problems.push({
        row: number,
        line,
        title: typeof title === 'string' ? title.slice(0, 80) : null,
        reason: checked.reason,
      });
      return;
    }
    const { prompt } = checked;
    const print = fingerprint(prompt.title, prompt.content);
    const firstRow = firstRows.get(print);
    if (firstRow !== undefined) {
      repeated.push({ row: number, line, title: prompt.title, firstRow });
      return;
    }
    firstRows.set(print, number);
    prompts.push({ ...prompt, fingerprint: print, bytes: bytesOf(prompt) });
  });
  return {
    format: source.format,
    ignored: source.ignored,
    total: source.rows.length + source.problems.length,
    prompts,
    repeated,
    problems: problems.sort((one, other) => one.row - other.row),
  };
}

const progressStep = 250;
const encoder = new TextEncoder();

function bytesOf(prompt: ImportedPrompt): number {
  return encoder.encode(JSON.stringify(prompt)).length;
}
