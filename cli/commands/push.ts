import { newId } from '#contract/new-id.ts';
import { isSameText } from '#text/is-same-text.ts';
import { CliError, exitCodes } from '../cli-error.ts';
import { type Command, jsonOption } from '../command.ts';
import {
  type Comparison,
  compareFolder,
  describeMissing,
  type Divergence,
} from '../folder/compare.ts';
import { describeConflict, mergeDivergence } from '../folder/conflict.ts';
import {
  chooseFiles,
  findFolder,
  Folder,
  folderOption,
  type TrackedFile,
} from '../folder/folder.ts';
import { hasConflictMarks } from '../folder/merge.ts';
import { Report, type ReportLine } from '../folder/report.ts';
import { connect } from '../library/connect.ts';
import type { PromptLocation } from '../library/groups.ts';
import type { Library } from '../library/library.ts';
import type { Prompt, PromptValues } from '../library/prompt-rows.ts';
import { count } from '../plain-text.ts';

export const push: Command = {
  name: 'push',
  summary: 'Save changed files as new versions of their prompts',
  arguments: '[FILE…]',
  argumentCount: [0, Number.POSITIVE_INFINITY],
  details: [
    'Saves each changed file as a new version of its prompt, and creates a prompt for each file that has front matter with a title but no id, in the group that has the folder of the file. Files without front matter are no prompts.',
    'A version that somebody saved since your last pull is never overwritten: the push of that file is refused, and the difference is shown. With --merge your changes and theirs are put together, unless they contradict each other.',
    'A deleted file deletes no prompt.',
  ],
  options: [
    {
      name: 'message',
      short: 'm',
      value: 'TEXT',
      description: 'A description of the change, for the history.',
    },
    { name: 'merge', description: 'Merge your changes with newer versions.' },
    folderOption,
    jsonOption,
  ],
  examples: [
    ['cuebook push -m "Shorter answers"', 'Save all changed files'],
    ['cuebook push prompts/review.md --merge', 'Save one file, merged with newer changes'],
  ],
  async run(invocation, context) {
    const { options } = invocation;
    const library = await connect(invocation, context);
    const folder = await Folder.open(await findFolder(invocation, context), library.address);
    const files = chooseFiles(folder, invocation.arguments, context);
    const report = new Report(context, { isJson: options.has('json') });
    const pusher = new Pusher(library, folder, report, {
      message: options.get('message'),
      isMerging: options.has('merge'),
    });
    try {
      await pusher.push(files, { isWhole: invocation.arguments.length === 0 });
    } finally {
      await folder.save();
    }
    if (report.length === 0 && !options.has('json')) {
      context.note(`Nothing to push: ${count(files.length, 'file')} unchanged.`);
    }
    return report.finish();
  },
};

interface PushOptions {
  readonly message: string | undefined;
  readonly isMerging: boolean;
}

class Pusher {
  readonly #library: Library;
  readonly #folder: Folder;
  readonly #report: Report;
  readonly #options: PushOptions;

  constructor(library: Library, folder: Folder, report: Report, options: PushOptions) {
    this.#library = library;
    this.#folder = folder;
    this.#report = report;
    this.#options = options;
  }

  async push(
    files: readonly TrackedFile[],
    { isWhole }: { readonly isWhole: boolean },
  ): Promise<void> {
    const folder = this.#folder;
    if (isWhole) this.#report.addUnreadable(folder.problems);
    for (const comparison of await compareFolder(this.#library, folder, files)) {
      await this.#pushFile(comparison);
    }
    if (!isWhole) return;
    for (const missing of describeMissing(folder)) {
      this.#report.add({
        ...missing,
        note: 'the file was deleted, its prompt was not. Delete the prompt in Cuebook, or run `cuebook pull` to get the file back.',
      });
    }
  }

  /** Pushes a file; a refusal doesn't keep the others from being pushed. */
  async #pushFile(comparison: Comparison): Promise<void> {
    try {
      await this.#save(comparison);
    } catch (error) {
      if (!(error instanceof CliError) || error.exitCode === exitCodes.signIn) throw error;
      this.#add(comparison.file, { state: 'failed', note: error.message, outcome: 'failed' });
    }
  }

  async #save(comparison: Comparison): Promise<void> {
    const { file, state } = comparison;
    switch (state) {
      case 'unchanged':
        // The file may have the text of a push that was interrupted after it was saved.
        if (comparison.prompt !== null) await this.#folder.write(comparison.prompt);
        return;
      case 'outdated':
        this.#add(file, {
          state: 'outdated',
          version: comparison.prompt.version,
          note: 'you did not change it, but there is a newer version. Run `cuebook pull`.',
        });
        return;
      case 'gone':
        this.#add(file, {
          state: 'gone',
          note: 'the prompt was deleted in Cuebook, or you may no longer read it. Restore it there, or remove the lines id and version from the file to push it as a new prompt.',
          outcome: 'differs',
        });
        return;
      case 'new':
        await this.#create(file);
        return;
      case 'modified':
        if (this.#refuseMarks(file)) return;
        await this.#update(file, comparison.prompt, file.values, 'pushed');
        return;
      case 'diverged':
        if (this.#refuseMarks(file)) return;
        await this.#merge(comparison);
    }
  }

  /** A conflict that nobody resolved is not for the library. */
  #refuseMarks(file: TrackedFile): boolean {
    if (!hasConflictMarks(file.values.content)) return false;
    this.#add(file, {
      state: 'conflict',
      note: 'it has conflict marks (<<<<<<< and >>>>>>>). Decide what should stay, remove the marks, and push again.',
      outcome: 'differs',
    });
    return true;
  }

  async #create(file: TrackedFile): Promise<void> {
    const { values } = file;
    if (values.title.trim() === '') throw new CliError('Its front matter needs a title.');
    const id = file.id ?? newId();
    if (file.id === null) await this.#folder.assignId(file, id);
    const location = await this.#locationOf(file.path);
    const created = await this.#library.create(id, values, location, this.#options.message);
    if (created !== null) {
      await this.#finish('created', created);
      return;
    }
    throw new CliError(
      'Another prompt has its id. Remove the lines id and version from the file to push it as a new prompt.',
    );
  }

  /** Returns the group that has the folder of a file, if there is one. */
  async #locationOf(path: string): Promise<PromptLocation> {
    const nowhere = { groupId: null, teamId: null };
    const end = path.lastIndexOf('/');
    if (end < 0) return nowhere;
    const isTeams = this.#folder.selection?.isTeams ?? false;
    return (await this.#library.groups()).locationOf(path.slice(0, end), { isTeams }) ?? nowhere;
  }

  async #update(
    file: TrackedFile,
    base: Prompt,
    values: PromptValues,
    state: string,
  ): Promise<void> {
    const saved = await this.#library.update(base, values, this.#options.message);
    if (saved !== null) {
      await this.#finish(state, saved);
      return;
    }
    // Somebody saved since the comparison, or the prompt was deleted, or it can only be read.
    const newest = (await this.#library.read([base.id])).get(base.id);
    if (newest === undefined) await this.#save({ state: 'gone', file, isModified: true });
    else if (newest.version === base.version) {
      throw new CliError('You may read this prompt, but not change it.');
    } else await this.#merge({ state: 'diverged', file, prompt: newest, base });
  }

  async #merge(divergence: Divergence): Promise<void> {
    const { file, prompt } = divergence;
    const merge = this.#options.isMerging ? mergeDivergence(divergence) : null;
    if (merge?.conflicts.length !== 0) {
      this.#report.add(describeConflict(divergence, merge, { isMarked: false }));
    } else if (isSameText(merge.values, prompt)) await this.#finish('merged', prompt);
    else await this.#update(file, prompt, merge.values, 'merged');
  }

  /** Notes the saved version in the file and in the lock file. */
  async #finish(state: string, prompt: Prompt): Promise<void> {
    const path = await this.#folder.write(prompt);
    this.#report.add({ state, path, id: prompt.id, version: prompt.version });
  }

  #add(file: TrackedFile, line: Pick<ReportLine, 'state'> & Partial<ReportLine>): void {
    this.#report.add({ path: file.path, id: file.id, version: null, ...line });
  }
}
