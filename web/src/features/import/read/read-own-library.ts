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
import { ImportFileError, type RowProblem, type SourceFile } from './source-row.ts';

/** A JSON export of Cuebook: an object with `cuebook` and a list of prompts. */
interface OwnLibrary {
  readonly cuebook: unknown;
  readonly prompts: readonly unknown[];
  readonly groups?: unknown;
  readonly chains?: unknown;
  readonly runs?: unknown;
  readonly comments?: unknown;
  readonly uses?: unknown;
}

export function isOwnLibrary(value: unknown): value is OwnLibrary {
  return (
    typeof value === 'object' &&
    value !== null &&
    'cuebook' in value &&
    'prompts' in value &&
    Array.isArray(value.prompts)
  );
}

/** Reads what Cuebook has exported as JSON. A prompt that somebody has spoilt is reported; the rest is read. */
export function readOwnLibrary(library: OwnLibrary): SourceFile {
  if (typeof library.cuebook !== 'number' || library.cuebook > libraryEdition) {
    throw new ImportFileError(
      'This file was written by a newer Cuebook than this one. Nothing was imported.',
    );
  }
  const problems: RowProblem[] = [];
  const prompts = library.prompts.flatMap((value, index) => {
    const place = { row: index + 1, line: null };
    const read = v.safeParse(libraryPromptSchema, value);
    if (read.success) return [{ prompt: read.output, place }];
    problems.push({ ...place, title: titleIn(value), reason: fault(read.issues) });
    return [];
  });
  return {
    format: 'JSON',
    rows: [],
    problems,
    ignored: [],
    own: {
      prompts,
      groups: wholeList(libraryGroupSchema, library.groups, 'groups'),
      chains: wholeList(libraryChainSchema, library.chains, 'chains'),
      runs: wholeList(libraryRunSchema, library.runs, 'runs'),
      comments: wholeList(libraryCommentSchema, library.comments, 'comments'),
      uses: wholeList(libraryUseSchema, library.uses, 'uses'),
    },
  };
}

/** What is wrong with an entry, as a sentence. */
export function fault(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  const path = issue === undefined ? null : v.getDotPath(issue);
  return `Its ${path ?? 'form'} is not what an export of Cuebook holds.`;
}

function titleIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('title' in value)) return null;
  return typeof value.title === 'string' ? value.title.slice(0, 80) : null;
}

function wholeList<Entry>(
  schema: v.GenericSchema<unknown, Entry>,
  value: unknown,
  name: string,
): readonly Entry[] {
  const read = v.safeParse(v.optional(v.array(schema), []), value);
  if (read.success) return read.output;
  throw new ImportFileError(
    `The ${name} in this file cannot be read: ${fault(read.issues).toLowerCase()} Nothing was imported.`,
  );
}
