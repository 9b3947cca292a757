import { stringify } from 'yaml';
import type { Library, LibraryPrompt } from '#web/lib/storage/library-file.ts';
import { uniqueNames } from './file-names.ts';

/**
 * A library as Markdown files: a prompt's words stand alone under its front matter. Its earlier versions lie under
 * history/, one a file. Keys are paths with slashes.
 */
export function writeMarkdown(library: Library): Map<string, string> {
  const { groups, prompts, chains, runs, comments, uses } = library;
  const files = new Map<string, string>();
  const nameOf = uniqueNames();
  for (const { description, ...group } of groups) {
    files.set(nameOf('groups', group.name), file('group', group, description ?? ''));
  }
  for (const prompt of prompts) {
    const { content, versions, ...head } = prompt;
    const path = nameOf(folderOf(prompt), prompt.title);
    files.set(path, file('prompt', head, content));
    const past = path.replace(/^prompts\//, 'history/').replace(/\.md$/, '');
    for (const { content: words, ...version } of versions) {
      files.set(
        `${past}/version ${version.version_number}.md`,
        file('version', { prompt: prompt.id, ...version }, words),
      );
    }
  }
  for (const { description, ...chain } of chains) {
    files.set(nameOf('chains', chain.title), file('chain', chain, description ?? ''));
  }
  for (const run of runs) files.set(nameOf('runs', run.title), file('run', run, ''));
  for (const { body, ...comment } of comments) {
    const folder = ['comments', comment.prompt_title ?? 'Unknown prompt'] as const;
    const by = comment.author ?? 'me';
    const day = comment.created_at?.slice(0, 10) ?? '';
    files.set(nameOf(folder, `${day} ${by}`), file('comment', comment, body));
  }
  for (const use of uses) {
    files.set(nameOf('uses', use.prompt_title ?? 'Unknown prompt'), file('use', use, ''));
  }
  return files;
}

function folderOf({ group }: LibraryPrompt): readonly [string, string] | string {
  return group === null ? 'prompts' : ['prompts', group];
}

/** What is empty is left out; the text ends with a line break of its own. */
function file(kind: string, data: object, body: string): string {
  const entries: [string, unknown][] = Object.entries({ cuebook: kind, ...data });
  const said = entries.filter(([, value]) => !isEmpty(value));
  return `---\n${stringify(Object.fromEntries(said), { lineWidth: 0 })}---\n\n${body}\n`;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0);
}
