import { limits } from '#contract/limits.ts';
import type {
  ChainToImport,
  CommentToImport,
  RunToImport,
  UseToImport,
} from '#web/data/library-files/import.ts';
import { codePointLength } from '#web/lib/text/code-point-length.ts';
import type { LibraryRun } from '#web/lib/storage/library-file.ts';
import { checkText, RowFault } from './check-text.ts';
import { ImportFileError, type SourceFile } from '#web/features/import/read/source-row.ts';

/** What an export holds beside groups and prompts, as it is stored. */
export interface OwnRest {
  readonly chains: readonly ChainToImport[];
  readonly runs: readonly RunToImport[];
  /** The person's own. */
  readonly comments: readonly CommentToImport[];
  /** How many comments stay in the file: nobody can bring in words of others, or put theirs under prompts of others. */
  readonly leftComments: number;
  readonly uses: readonly UseToImport[];
}

const none: OwnRest = { chains: [], runs: [], comments: [], leftComments: 0, uses: [] };

/** Throws `ImportFileError` for an entry that cannot be stored: the export is broken, or was changed by hand. */
export function checkOwnRest(own: SourceFile['own']): OwnRest {
  if (own === null) return none;
  const keys = new Set(own.prompts.map(({ prompt }) => prompt.id));
  const comments = own.comments.filter(({ author, prompt }) => author === null && keys.has(prompt));
  return {
    chains: own.chains.map(({ id, ...chain }) => {
      named('chain', chain.title, () => checkHead(chain));
      return { ...chain, key: id };
    }),
    runs: own.runs.map((run) => {
      named('run', run.title, () => {
        checkHead({ title: run.title, description: null });
        for (const text of [...run.answers, ...run.steps.flatMap(textsOf)]) checkStorable(text);
      });
      return run;
    }),
    comments: comments.map(({ prompt, prompt_title: title, body, created_at, updated_at }) => {
      named('comment under', title ?? prompt, () => {
        if (body.trim() === '') throw new RowFault('It has no text.');
        checkText(body, 'text', limits.commentLength);
      });
      return { prompt, body, created_at, updated_at };
    }),
    leftComments: own.comments.length - comments.length,
    uses: [
      ...own.prompts.flatMap(({ prompt }) =>
        prompt.last_use ? [lastUseOf(prompt.title, { ...prompt.last_use, prompt: prompt.id })] : [],
      ),
      ...own.uses.map(({ prompt_title: title, ...use }) => lastUseOf(title ?? use.prompt, use)),
    ],
  };
}

/** Throws `ImportFileError` for a group that cannot be stored. */
export function checkOwnGroups(own: SourceFile['own']): void {
  for (const { name, description } of own?.groups ?? []) {
    named('group', name, () => {
      if (name.trim() === '') throw new RowFault('It has no name.');
      checkText(name, 'name', limits.groupNameLength);
      checkText(description, 'description', limits.groupDescriptionLength);
    });
  }
}

function lastUseOf(title: string, use: UseToImport): UseToImport {
  named('last use of', title, () => {
    for (const text of Object.entries(use.last_values).flat()) checkStorable(text);
    // PostgreSQL writes a space after each colon and comma.
    const spaces = Math.max(0, Object.keys(use.last_values).length * 2 - 1);
    if (codePointLength(JSON.stringify(use.last_values)) + spaces > limits.lastValuesLength) {
      throw new RowFault('Its values are too long.');
    }
  });
  return use;
}

type Step = LibraryRun['steps'][number];

function textsOf({ title, content, text, draft, values }: Step): (string | null)[] {
  return [title, content, text, draft, ...Object.entries(values).flat()];
}

/** The rows that hold these have no limit of their own. */
function checkStorable(text: string | null): void {
  checkText(text, 'text', limits.importFileBytes);
}

function checkHead({ title, description }: { title: string; description: string | null }): void {
  if (title.trim() === '') throw new RowFault('It has no title.');
  checkText(title, 'title', limits.titleLength);
  checkText(description, 'description', limits.descriptionLength);
}

function named(kind: string, name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof RowFault)) throw error;
    throw new ImportFileError(
      `The ${kind} “${name.slice(0, 80)}” in this file cannot be stored: ${error.message} Nothing was imported.`,
    );
  }
}
