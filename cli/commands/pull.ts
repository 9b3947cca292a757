import { CliError, exitCodes } from '../cli-error.ts';
import { type Command, type Invocation, jsonOption } from '../command.ts';
import { type Comparison, compareFolder, type Divergence } from '../folder/compare.ts';
import { describeConflict, mergeDivergence } from '../folder/conflict.ts';
import { findFolder, Folder, folderOption } from '../folder/folder.ts';
import { Report } from '../folder/report.ts';
import { connect } from '../library/connect.ts';
import type { Library, Selection } from '../library/library.ts';
import type { Prompt, StoredPrompt } from '../library/prompt-rows.ts';
import { count } from '../plain-text.ts';
import { readSelection, selectionOptions } from './selection.ts';

/** After so many written files the lock file is saved, too. */
const saveEvery = 50;

export const pull: Command = {
  name: 'pull',
  summary: 'Write prompts into Markdown files',
  arguments: '',
  argumentCount: [0, 0],
  details: [
    'Writes each prompt into a Markdown file, with id, version, title, description and tags in its front matter, and updates the files of earlier pulls. New files go into folders by the group of their prompt; move them as you like. Without --favorites, --group, --tag or --team it pulls the same prompts as the last time; the first time, all of yours.',
    'Changes of yours are never overwritten: if a file and its prompt were both changed, the file stays as it is, and the difference is shown. With --merge both are put together; where they contradict each other, the file gets conflict marks as in Git.',
    'The file of a prompt that was deleted in Cuebook is deleted, unless you have changed it.',
  ],
  options: [
    ...selectionOptions,
    { name: 'all', description: 'All of your prompts, whatever the last pull was about.' },
    { name: 'merge', description: 'Merge changes of both sides.' },
    folderOption,
    jsonOption,
  ],
  examples: [
    ['cuebook pull --favorites', 'Write the prompts with a star into prompts/'],
    ['cuebook pull --merge', 'Update the files, and merge your changes'],
  ],
  async run(invocation, context) {
    const library = await connect(invocation, context);
    const folder = await Folder.open(await findFolder(invocation, context), library.address);
    const selection = chooseSelection(invocation, folder);
    const report = new Report(context, { isJson: invocation.options.has('json') });
    const puller = new Puller(library, folder, report, invocation.options.has('merge'));
    try {
      await puller.pull(selection);
      folder.selection = selection;
    } finally {
      // The lock file lists the written files even if the connection is lost halfway.
      await folder.save();
    }
    if (!invocation.options.has('json')) {
      context.note(`${count(folder.files.length, 'prompt')} in ${folder.root}`);
    }
    return report.finish();
  },
};

function chooseSelection(invocation: Invocation, folder: Folder): Selection {
  const isGiven = selectionOptions.some(({ name }) => invocation.options.has(name));
  if (invocation.options.has('all') && isGiven) {
    throw new CliError('--all goes without other choices of prompts.', exitCodes.usage);
  }
  const isSame = !isGiven && !invocation.options.has('all');
  return (isSame ? folder.selection : undefined) ?? readSelection(invocation);
}

class Puller {
  readonly #library: Library;
  readonly #folder: Folder;
  readonly #report: Report;
  readonly #isMerging: boolean;
  #written = 0;

  constructor(library: Library, folder: Folder, report: Report, isMerging: boolean) {
    this.#library = library;
    this.#folder = folder;
    this.#report = report;
    this.#isMerging = isMerging;
  }

  async pull(selection: Selection): Promise<void> {
    const folder = this.#folder;
    const selected = await this.#library.list(selection);
    const inFiles = new Set(folder.files.flatMap(({ id }) => id ?? []));
    const withoutFile = folder.ids.filter((id) => !inFiles.has(id));
    this.#report.addUnreadable(folder.problems);
    for (const comparison of await compareFolder(this.#library, folder, folder.files)) {
      await this.#update(comparison);
    }
    const unreadable = this.#unreadableIds();
    const wanted = new Set([...selected.map(({ id }) => id), ...withoutFile]);
    const absent = [...wanted].filter((id) => !inFiles.has(id) && !unreadable.has(id));
    await this.#add(absent, new Set(withoutFile));
  }

  /** Returns the ids whose file is there, but can't be read: it must not be written a second time. */
  #unreadableIds(): ReadonlySet<string> {
    const folder = this.#folder;
    return new Set(folder.ids.filter((id) => folder.problems.has(folder.lockOf(id)?.path ?? '')));
  }

  async #add(ids: readonly string[], restored: ReadonlySet<string>): Promise<void> {
    for (let start = 0; start < ids.length; start += saveEvery) {
      const part = ids.slice(start, start + saveEvery);
      const prompts = await this.#library.read(part);
      for (const id of part) {
        const prompt = prompts.get(id);
        if (prompt !== undefined)
          await this.#writeNew(restored.has(id) ? 'restored' : 'added', prompt);
        else if (restored.has(id)) await this.#folder.remove(id);
      }
    }
  }

  async #update(comparison: Comparison): Promise<void> {
    const folder = this.#folder;
    switch (comparison.state) {
      case 'unchanged': {
        const { file, prompt } = comparison;
        // A file that has the newest text already, such as after a pull that was interrupted.
        if (prompt !== null) await folder.write(prompt);
        else if (file.id !== null && file.path !== folder.lockOf(file.id)?.path) {
          folder.moved(file.id, file.path);
        }
        return;
      }
      case 'modified': {
        const { file, prompt } = comparison;
        const { id, path } = file;
        folder.track(prompt, path);
        this.#report.add({ state: 'modified', path, id, version: prompt.version });
        return;
      }
      case 'outdated':
        await this.#write('updated', comparison.prompt);
        return;
      case 'diverged':
        await this.#merge(comparison);
        return;
      case 'gone': {
        const { file, isModified } = comparison;
        if (!isModified && file.id !== null) {
          await folder.remove(file.id);
          this.#report.add({ state: 'removed', path: file.path, id: file.id, version: null });
          return;
        }
        this.#report.add({
          state: 'gone',
          path: file.path,
          id: file.id,
          version: null,
          note: 'the prompt was deleted in Cuebook, or you may no longer read it, but you changed the file. Delete the file, or remove its lines id and version and push it as a new prompt.',
          outcome: 'differs',
        });
        return;
      }
      case 'new':
    }
  }

  async #merge(divergence: Divergence): Promise<void> {
    const { file, prompt } = divergence;
    const merge = this.#isMerging ? mergeDivergence(divergence) : null;
    if (merge !== null) await this.#folder.write(prompt, merge.values);
    this.#report.add(
      merge?.conflicts.length === 0
        ? { state: 'merged', path: file.path, id: file.id, version: prompt.version }
        : describeConflict(divergence, merge, { isMarked: merge !== null }),
    );
  }

  async #writeNew(state: string, prompt: StoredPrompt): Promise<void> {
    const hasFolder = prompt.groupId !== null || prompt.teamId !== null;
    const folders = hasFolder ? (await this.#library.groups()).foldersOf(prompt) : [];
    await this.#write(state, prompt, folders);
  }

  async #write(state: string, prompt: Prompt, folders: readonly string[] = []): Promise<void> {
    const path = await this.#folder.write(prompt, prompt, folders);
    this.#report.add({ state, path, id: prompt.id, version: prompt.version });
    this.#written += 1;
    if (this.#written % saveEvery === 0) await this.#folder.save();
  }
}
