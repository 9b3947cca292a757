import * as v from 'valibot';
import {
  emptyLibrary,
  libraryChainSchema,
  libraryCommentSchema,
  libraryGroupSchema,
  libraryPromptSchema,
  libraryRunSchema,
  libraryUseSchema,
  libraryVersionFileSchema,
  type LibraryPrompt,
  type LibraryVersion,
} from '#web/lib/storage/library-file.ts';
import { formatGroupPath } from '#text/group-path.ts';
import { findFields } from './field-names.ts';
import { readFrontMatter } from './front-matter.ts';
import { faultText } from './read-library-export.ts';
import {
  checkRowCount,
  type RowLocation,
  type RowProblem,
  type SourceFile,
  type SourceRow,
} from './source-row.ts';

export interface MarkdownFile {
  /** Relative to the chosen folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads Markdown files, each as a prompt. The title comes from the front matter, else the first
 * heading, else the file name; the group from the front matter, else the folders. Files of a Cuebook
 * export name their own kind.
 */
export function readMarkdown(files: readonly MarkdownFile[]): SourceFile {
  checkRowCount(files.length);
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  const { groups, chains, runs, comments, uses } = emptyLibrary();
  const prompts: { prompt: LibraryPrompt; location: RowLocation }[] = [];
  const versions = new Map<string, LibraryVersion[]>();

  files.forEach(({ path, text }, index) => {
    const location: RowLocation = { row: index + 1, line: null, file: path };
    const report = (reason: string) => problems.push({ ...location, title: null, reason });
    /** Returns a valid entry of an export in a list; reports an invalid one. */
    function readEntry<Entry>(schema: v.GenericSchema<unknown, Entry>, value: unknown): Entry[] {
      const read = v.safeParse(schema, value);
      if (!read.success) report(faultText(read.issues));
      return read.success ? [read.output] : [];
    }
    let matter;
    try {
      matter = readFrontMatter(text);
    } catch {
      report("The front matter at its beginning isn't valid YAML.");
      return;
    }
    const { data, body } = matter;
    switch (data?.['cuebook']) {
      case 'prompt':
        for (const prompt of readEntry(libraryPromptSchema, { ...data, content: body })) {
          prompts.push({ prompt, location });
        }
        break;
      case 'version':
        for (const version of readEntry(libraryVersionFileSchema, { ...data, content: body })) {
          versions.set(version.prompt, [...(versions.get(version.prompt) ?? []), version]);
        }
        break;
      case 'group':
        groups.push(...readEntry(libraryGroupSchema, { ...data, description: body || null }));
        break;
      case 'chain':
        chains.push(...readEntry(libraryChainSchema, { ...data, description: body || null }));
        break;
      case 'run':
        runs.push(...readEntry(libraryRunSchema, data));
        break;
      case 'comment':
        comments.push(...readEntry(libraryCommentSchema, { ...data, body }));
        break;
      case 'use':
        uses.push(...readEntry(libraryUseSchema, data));
        break;
      default:
        rows.push({ ...location, fields: fieldsOf(path, data ?? {}, body, ignored) });
    }
  });

  return {
    format: 'Markdown',
    rows,
    problems,
    ignored: [...ignored],
    exported: [prompts, groups, chains, runs, comments, uses].every(({ length }) => length === 0)
      ? null
      : {
          groups,
          chains,
          runs,
          comments,
          uses,
          prompts: prompts.map(({ prompt, location }) => ({
            location,
            prompt: { ...prompt, versions: sortVersions(versions.get(prompt.id) ?? []) },
          })),
        },
  };
}

function sortVersions(versions: readonly LibraryVersion[]): LibraryVersion[] {
  return versions.toSorted((one, other) => one.version_number - other.version_number);
}

/** Returns the first heading of a text, without hashes and spaces at its end; empty for none. */
function firstHeading(text: string): string {
  const heading = /^#[ \t]+(.*)$/m.exec(text)?.[1] ?? '';
  // A pattern that ends in `[ \t#]*$` would take quadratic time for many spaces in the middle.
  let end = heading.length;
  while (end > 0 && ' \t#'.includes(heading.charAt(end - 1))) end -= 1;
  return heading.slice(0, end);
}

function fieldsOf(
  path: string,
  data: Readonly<Record<string, unknown>>,
  body: string,
  ignored: Set<string>,
): SourceRow['fields'] {
  const names = Object.keys(data);
  const found = findFields(names);
  for (const name of found.ignored) ignored.add(name);
  const fields = Object.fromEntries(
    [...found.positions].map(([field, position]) => [field, data[names[position] ?? '']]),
  );
  const folders = path.split('/');
  const name = folders.pop() ?? path;
  return {
    title: firstHeading(body) || name.replace(/\.(md|markdown)$/i, ''),
    content: body,
    ...(folders.length > 0 ? { group: formatGroupPath(folders) } : {}),
    ...fields,
  };
}
