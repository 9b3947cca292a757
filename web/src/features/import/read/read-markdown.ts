import * as v from 'valibot';
import {
  libraryChainSchema,
  libraryCommentSchema,
  libraryGroupSchema,
  libraryPromptSchema,
  libraryRunSchema,
  libraryUseSchema,
  libraryVersionFileSchema,
  type LibraryChain,
  type LibraryComment,
  type LibraryGroup,
  type LibraryPrompt,
  type LibraryRun,
  type LibraryUse,
  type LibraryVersion,
} from '#web/lib/storage/library-file.ts';
import { findFields } from './field-names.ts';
import { readFrontMatter } from './front-matter.ts';
import { fault } from './read-own-library.ts';
import type { RowPlace, RowProblem, SourceFile, SourceRow } from './source-row.ts';

export interface MarkdownFile {
  /** With the folders below the one that was chosen, a slash between them. */
  readonly path: string;
  readonly text: string;
}

/**
 * Reads Markdown files: each is a prompt. Its title is what the front matter says, else its first heading, else the
 * name of the file; its group what the front matter says, else the folder it lies in. Of a folder that Cuebook has
 * exported, each file says what it is.
 */
export function readMarkdown(files: readonly MarkdownFile[]): SourceFile {
  const rows: SourceRow[] = [];
  const problems: RowProblem[] = [];
  const ignored = new Set<string>();
  const groups: LibraryGroup[] = [];
  const chains: LibraryChain[] = [];
  const runs: LibraryRun[] = [];
  const comments: LibraryComment[] = [];
  const uses: LibraryUse[] = [];
  const prompts: { prompt: LibraryPrompt; place: RowPlace }[] = [];
  const versions = new Map<string, LibraryVersion[]>();

  files.forEach(({ path, text }, index) => {
    const place: RowPlace = { row: index + 1, line: null, file: path };
    const report = (reason: string) => problems.push({ ...place, title: null, reason });
    /** An entry of an export; what is wrong with it is reported. */
    function own<Entry>(schema: v.GenericSchema<unknown, Entry>, value: unknown): Entry[] {
      const read = v.safeParse(schema, value);
      if (!read.success) report(fault(read.issues));
      return read.success ? [read.output] : [];
    }
    let matter;
    try {
      matter = readFrontMatter(text);
    } catch {
      report('The lines between the hyphens at its beginning are not YAML.');
      return;
    }
    const { data, body } = matter;
    switch (data?.['cuebook']) {
      case 'prompt':
        for (const prompt of own(libraryPromptSchema, { ...data, content: body })) {
          prompts.push({ prompt, place });
        }
        break;
      case 'version':
        for (const version of own(libraryVersionFileSchema, { ...data, content: body })) {
          versions.set(version.prompt, [...(versions.get(version.prompt) ?? []), version]);
        }
        break;
      case 'group':
        groups.push(...own(libraryGroupSchema, { ...data, description: body || null }));
        break;
      case 'chain':
        chains.push(...own(libraryChainSchema, { ...data, description: body || null }));
        break;
      case 'run':
        runs.push(...own(libraryRunSchema, data));
        break;
      case 'comment':
        comments.push(...own(libraryCommentSchema, { ...data, body }));
        break;
      case 'use':
        uses.push(...own(libraryUseSchema, data));
        break;
      default:
        rows.push({ ...place, fields: fieldsOf(path, data ?? {}, body, ignored) });
    }
  });

  return {
    format: 'Markdown',
    rows,
    problems,
    ignored: [...ignored],
    own: [prompts, groups, chains, runs, comments, uses].every(({ length }) => length === 0)
      ? null
      : {
          groups,
          chains,
          runs,
          comments,
          uses,
          prompts: prompts.map(({ prompt, place }) => ({
            place,
            prompt: { ...prompt, versions: inOrder(versions.get(prompt.id) ?? []) },
          })),
        },
  };
}

function inOrder(versions: readonly LibraryVersion[]): LibraryVersion[] {
  return versions.toSorted((one, other) => one.version_number - other.version_number);
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
  const given = Object.fromEntries(
    [...found.places].map(([field, place]) => [field, data[names[place] ?? '']]),
  );
  const folders = path.split('/');
  const name = folders.pop() ?? path;
  const heading = /^#[ \t]+(.+?)[ \t#]*$/m.exec(body)?.[1];
  return {
    title: heading ?? name.replace(/\.(md|markdown)$/i, ''),
    content: body,
    ...(folders.length > 0 ? { group: folders.at(-1) } : {}),
    ...given,
  };
}
