import { limits } from '#contract/limits.ts';
import type {
  ChainToImport,
  CommentToImport,
  RunToImport,
  UseToImport,
} from '#web/data/library-files/import.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import type { LibraryRun } from '#web/lib/storage/library-file.ts';
import { boundSteps } from '#web/lib/variables/step-bindings.ts';
import { checkText, RowFault } from './check-text.ts';
import { ImportFileError, type SourceFile } from '#web/features/import/read/source-row.ts';

/** The other entries of an export beside groups and prompts, as they will be stored. */
export interface ExportedEntries {
  readonly chains: readonly ChainToImport[];
  readonly runs: readonly RunToImport[];
  /** The person's own comments. */
  readonly comments: readonly CommentToImport[];
  /** The number of comments left out: those by other people or on other people's prompts. */
  readonly leftComments: number;
  readonly uses: readonly UseToImport[];
}

const nothing: ExportedEntries = { chains: [], runs: [], comments: [], leftComments: 0, uses: [] };

/** Checks the other entries of an export. Throws `ImportFileError` for one that can't be stored. */
export function checkExportedEntries(library: SourceFile['exported']): ExportedEntries {
  if (library === null) return nothing;
  const keys = new Set(library.prompts.map(({ prompt }) => prompt.id));
  const comments = library.comments.filter(
    ({ author, prompt }) => author === null && keys.has(prompt),
  );
  return {
    chains: library.chains.map(({ id, ...chain }) => {
      withEntryName('chain', chain.title, () => {
        checkTitle(chain);
        for (const [index, step] of chain.steps.entries()) checkChainStep(step, index + 1);
      });
      return { ...chain, key: id };
    }),
    runs: library.runs.map((run) => {
      withEntryName('run', run.title, () => {
        checkTitle({ title: run.title, description: null });
        for (const text of [...run.answers, ...run.steps.flatMap(textsOf)]) checkStorable(text);
      });
      return run;
    }),
    comments: comments.map(({ prompt, prompt_title: title, body, created_at, updated_at }) => {
      withEntryName('comment on', title ?? prompt, () => {
        if (body.trim() === '') throw new RowFault('It has no text.');
        checkText(body, 'text', limits.commentLength);
      });
      return { prompt, body, created_at, updated_at };
    }),
    leftComments: library.comments.length - comments.length,
    uses: [
      ...library.prompts.flatMap(({ prompt }) =>
        prompt.last_use ? [lastUseOf(prompt.title, { ...prompt.last_use, prompt: prompt.id })] : [],
      ),
      ...library.uses.map(({ prompt_title: title, ...use }) => lastUseOf(title ?? use.prompt, use)),
    ],
  };
}

/** Throws `ImportFileError` for a group that can't be stored. */
export function checkExportedGroups(library: SourceFile['exported']): void {
  const groups = library?.groups ?? [];
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]));
  for (const { id, name, description } of groups) {
    withEntryName('group', name, () => {
      if (name.trim() === '') throw new RowFault('It has no name.');
      checkText(name, 'name', limits.groupNameLength);
      checkText(description, 'description', limits.groupDescriptionLength);
      let depth = 0;
      // Also ends where groups lie in each other.
      for (let around: string | null = id; around !== null; around = parents.get(around) ?? null) {
        depth += 1;
        if (depth > limits.groupDepth) {
          throw new RowFault(`It is more than ${limits.groupDepth} groups deep.`);
        }
      }
    });
  }
}

function lastUseOf(title: string, use: UseToImport): UseToImport {
  withEntryName('last use of', title, () => {
    for (const text of Object.entries(use.last_values).flat()) checkStorable(text);
    // PostgreSQL writes a space after each colon and comma.
    const spaces = Math.max(0, Object.keys(use.last_values).length * 2 - 1);
    if (codePointLength(JSON.stringify(use.last_values)) + spaces > limits.lastValuesLength) {
      throw new RowFault('Its last-used values are too long.');
    }
  });
  return use;
}

function checkChainStep(step: ChainToImport['steps'][number], number: number): void {
  const { prompt, title, content, bindings } = step;
  if ((title === null) !== (content === null) || (content !== null && prompt !== null)) {
    throw new RowFault(`Its step ${number} has more than one prompt, or only a part of one.`);
  }
  if (title?.trim() === '' || content === '') {
    throw new RowFault(`Its step ${number} has no title or no content.`);
  }
  checkText(title, `title of step ${number}`, limits.titleLength);
  checkText(content, `content of step ${number}`, limits.contentLength);
  if (boundSteps(bindings).some((target) => target >= number)) {
    throw new RowFault(
      `Its step ${number} uses the answer of a step that does not come before it.`,
    );
  }
  for (const [name, binding] of Object.entries(bindings)) {
    checkStorable(name);
    if ('text' in binding) checkStorable(binding.text);
  }
  // PostgreSQL writes a space after each colon and comma, and ids for the numbers of steps.
  const added = Object.keys(bindings).length * 48;
  if (codePointLength(JSON.stringify(bindings)) + added > limits.lastValuesLength) {
    throw new RowFault(`The fixed texts of its step ${number} are too long.`);
  }
}

type Step = LibraryRun['steps'][number];

function textsOf({ title, content, text, draft, values, bindings }: Step): (string | null)[] {
  const bound = Object.entries(bindings).flatMap(([name, binding]) =>
    'text' in binding ? [name, binding.text] : [name],
  );
  return [title, content, text, draft, ...Object.entries(values).flat(), ...bound];
}

/** Checks a text whose column has no limit of its library. */
function checkStorable(text: string | null): void {
  checkText(text, 'text', limits.importFileBytes);
}

function checkTitle({ title, description }: { title: string; description: string | null }): void {
  if (title.trim() === '') throw new RowFault('It has no title.');
  checkText(title, 'title', limits.titleLength);
  checkText(description, 'description', limits.descriptionLength);
}

function withEntryName(kind: string, name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    throw new ImportFileError(
      `The ${kind} “${name.slice(0, 80)}” in this file can't be stored: ${error.message} Nothing was imported.`,
    );
  }
}
