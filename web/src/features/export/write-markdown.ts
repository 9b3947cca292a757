import { Document, visit } from 'yaml';
import { createPathBuilder } from '#text/file-names.ts';
import { joinFrontMatter } from '#text/front-matter.ts';
import { parseGroupPath } from '#text/group-path.ts';
import type { Library, LibraryGroup, LibraryPrompt } from '#web/lib/storage/library-file.ts';

/**
 * Returns a library as Markdown files by path. A prompt's text follows its front matter; its
 * earlier versions are files under history/.
 */
export function writeMarkdown(library: Library): Map<string, string> {
  const { groups, prompts, chains, runs, comments, uses } = library;
  const files = new Map<string, string>();
  const pathOf = createPathBuilder();
  const groupsById = new Map(groups.map((group) => [group.id, group]));
  const foldersAround = ({ parent }: LibraryGroup): string[] => {
    const around = parent === null ? undefined : groupsById.get(parent);
    return around === undefined ? [] : [...foldersAround(around), around.name];
  };
  for (const { description, ...group } of groups) {
    const folder = ['groups', ...foldersAround({ description, ...group })] as const;
    files.set(pathOf(folder, group.name), fileText('group', group, description ?? ''));
  }
  for (const prompt of prompts) {
    const { content, versions, ...head } = prompt;
    const path = pathOf(folderOf(prompt), prompt.title);
    files.set(path, fileText('prompt', head, content));
    const historyFolder = path.replace(/^prompts\//, 'history/').replace(/\.md$/, '');
    for (const { content: text, ...version } of versions) {
      files.set(
        `${historyFolder}/version ${version.version_number}.md`,
        fileText('version', { prompt: prompt.id, ...version }, text),
      );
    }
  }
  for (const { description, ...chain } of chains) {
    files.set(pathOf('chains', chain.title), fileText('chain', chain, description ?? ''));
  }
  for (const run of runs) files.set(pathOf('runs', run.title), fileText('run', run, ''));
  for (const { body, ...comment } of comments) {
    const folder = ['comments', comment.prompt_title ?? 'Unknown prompt'] as const;
    const by = comment.author ?? 'me';
    const day = comment.created_at?.slice(0, 10) ?? '';
    files.set(pathOf(folder, `${day} ${by}`), fileText('comment', comment, body));
  }
  for (const use of uses) {
    files.set(pathOf('uses', use.prompt_title ?? 'Unknown prompt'), fileText('use', use, ''));
  }
  return files;
}

function folderOf({ group }: LibraryPrompt): readonly [string, ...string[]] {
  return ['prompts', ...parseGroupPath(group ?? '')];
}

/** Returns a file with front matter, without empty fields, and a line break after the text. */
function fileText(kind: string, data: object, body: string): string {
  const entries: [string, unknown][] = Object.entries({ cuebook: kind, ...data });
  const present = entries.filter(([, value]) => !isEmpty(value));
  const document = new Document(Object.fromEntries(present));
  visit(document, {
    Scalar(_key, scalar) {
      // In a block, a text of blanks and line breaks would lose its blanks.
      if (typeof scalar.value === 'string' && /^\s+$/.test(scalar.value))
        scalar.type = 'QUOTE_DOUBLE';
    },
  });
  return joinFrontMatter(document.toString({ lineWidth: 0 }), body);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}
