import * as v from 'valibot';
import {
  libraryChainSchema,
  libraryCommentSchema,
  libraryEdition,
  libraryGroupSchema,
  libraryPromptSchema,
  libraryRunSchema,
  libraryUseSchema,
} from '#web/lib/storage/library-file.ts';
import { checkRowCount, ImportFileError, type RowProblem, type SourceFile } from './source-row.ts';

/** A JSON export of Cuebook: an object with `cuebook` and a list of prompts. */
interface LibraryExport {
  readonly cuebook: unknown;
  readonly prompts: readonly unknown[];
  readonly groups?: unknown;
  readonly chains?: unknown;
  readonly runs?: unknown;
  readonly comments?: unknown;
  readonly uses?: unknown;
}

export function isLibraryExport(value: unknown): value is LibraryExport {
  return (
    typeof value === 'object' &&
    value !== null &&
    'cuebook' in value &&
    'prompts' in value &&
    Array.isArray(value.prompts)
  );
}

/** Reads a JSON export of Cuebook. Reports an invalid prompt and reads the others. */
export function readLibraryExport(library: LibraryExport): SourceFile {
  if (typeof library.cuebook !== 'number' || library.cuebook > libraryEdition) {
    throw new ImportFileError('This file was exported by a newer Cuebook. Nothing was imported.');
  }
  checkRowCount(library.prompts.length);
  const problems: RowProblem[] = [];
  const prompts = library.prompts.flatMap((value, index) => {
    const location = { row: index + 1, line: null };
    const read = v.safeParse(libraryPromptSchema, value);
    if (read.success) return [{ prompt: read.output, location }];
    problems.push({ ...location, title: titleIn(value), reason: faultText(read.issues) });
    return [];
  });
  return {
    format: 'JSON',
    rows: [],
    problems,
    ignored: [],
    exported: {
      prompts,
      groups: readList(libraryGroupSchema, library.groups, 'groups'),
      chains: readList(libraryChainSchema, library.chains, 'chains'),
      runs: readList(libraryRunSchema, library.runs, 'runs'),
      comments: readList(libraryCommentSchema, library.comments, 'comments'),
      uses: readList(libraryUseSchema, library.uses, 'uses'),
    },
  };
}

/** Returns the fault of an entry, as a sentence. */
export function faultText(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  const path = issue === undefined ? null : v.getDotPath(issue);
  return `Its ${path ?? 'format'} isn't valid in a Cuebook export.`;
}

function titleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('title' in value)) return null;
  return typeof value.title === 'string' ? value.title.slice(0, 80) : null;
}

function readList<Entry>(
  schema: v.GenericSchema<unknown, Entry>,
  value: unknown,
  name: string,
): readonly Entry[] {
  const read = v.safeParse(v.optional(v.array(schema), []), value);
  if (read.success) return read.output;
  throw new ImportFileError(
    `The ${name} in this file can't be read: ${faultText(read.issues).toLowerCase()} Nothing was imported.`,
  );
}
