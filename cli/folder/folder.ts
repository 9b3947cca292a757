import { lstat, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { createPathBuilder } from '#text/file-names.ts';
import { CliError, exitCodes, messageOf } from '../cli-error.ts';
import type { Invocation, CommandOption } from '../command.ts';
import type { Context } from '../context.ts';
import type { Selection } from '../library/library.ts';
import type { Prompt, PromptValues } from '../library/prompt-rows.ts';
import { type Lock, lockFileName, readLock, writeLock } from './lock-file.ts';
import { formatPromptFile, hashValues, parsePromptFile, type PromptFile } from './prompt-file.ts';
import { temporaryFile, writeAtomically } from './write-atomically.ts';

export const folderOption: CommandOption = {
  name: 'dir',
  short: 'd',
  value: 'FOLDER',
  description: `The folder of the prompts; otherwise the nearest one with ${lockFileName}, or prompts/.`,
};

/** A file with a prompt. */
export interface TrackedFile extends PromptFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** A folder of prompts, with its lock file. */
export class Folder {
  readonly root: string;
  readonly #lock: Lock;
  readonly #files: Map<string, TrackedFile>;
  readonly #pathOfId = new Map<string, string>();
  /** Reasons why files can't be read, by path. */
  readonly problems: ReadonlyMap<string, string>;
  /** All paths that were taken when the folder was opened. */
  readonly #paths: ReadonlySet<string>;
  readonly #nextPath: ReturnType<typeof createPathBuilder>;

  private constructor(root: string, lock: Lock, scan: Scan) {
    this.root = root;
    this.#lock = lock;
    this.#files = new Map(scan.files.map((file) => [file.path, file]));
    this.problems = scan.problems;
    this.#paths = new Set(scan.paths);
    this.#nextPath = createPathBuilder(scan.paths);
  }

  /**
   * Opens the folder of an invocation. A folder belongs to one installation: prompts of another
   * would be taken for deleted ones.
   */
  static async open(root: string, address: string): Promise<Folder> {
    const lock = await readLock(root);
    if (lock !== null && lock.url !== address) {
      throw new CliError(
        `${root} has prompts of ${lock.url}, not of ${address}. Name that one with --url, or another folder with --dir.`,
      );
    }
    const folder = new Folder(
      root,
      lock ?? { url: address, selection: undefined, prompts: new Map() },
      await scan(root),
    );
    folder.#indexIds();
    return folder;
  }

  /** Whether nothing was ever pulled here or pushed from here, and there are no files to push. */
  get isEmpty(): boolean {
    const { selection, prompts } = this.#lock;
    const isUnknown = selection === undefined && prompts.size === 0;
    return isUnknown && this.#files.size === 0 && this.problems.size === 0;
  }

  /** The prompts that the last pull was about. */
  get selection(): Selection | undefined {
    return this.#lock.selection;
  }

  set selection(selection: Selection) {
    this.#lock.selection = selection;
  }

  get files(): readonly TrackedFile[] {
    return [...this.#files.values()];
  }

  /** The ids of prompts that have a file, or had one after the last pull. */
  get ids(): readonly string[] {
    return [...new Set([...this.#pathOfId.keys(), ...this.#lock.prompts.keys()])];
  }

  fileOf(id: string): TrackedFile | undefined {
    return this.#files.get(this.#pathOfId.get(id) ?? '');
  }

  lockOf(id: string) {
    return this.#lock.prompts.get(id);
  }

  /** Writes a version of a prompt into its file, or into a new one below `folders`. Returns the path. */
  async write(
    prompt: Prompt,
    values: PromptValues = prompt,
    folders: readonly string[] = [],
  ): Promise<string> {
    const previous = this.fileOf(prompt.id);
    const path =
      previous?.path ??
      this.#pathToRestore(prompt.id) ??
      this.#nextPath(['', ...folders], prompt.title);
    const file = { id: prompt.id, version: prompt.version, values: pickValues(values) };
    await this.#writeFile(path, file, previous?.text ?? null);
    this.track(prompt, path);
    return path;
  }

  /** Gives a file without id one, before its prompt is created: a crash makes no second one. */
  async assignId(file: TrackedFile, id: string): Promise<void> {
    await this.#writeFile(file.path, { ...file, id, version: null }, file.text);
  }

  /** Notes from which version a file was made. */
  track(prompt: Prompt, path: string): void {
    this.#lock.prompts.set(prompt.id, {
      path,
      version: prompt.version,
      hash: hashValues(prompt),
    });
  }

  /** Notes that a file was renamed. */
  moved(id: string, path: string): void {
    const entry = this.#lock.prompts.get(id);
    if (entry !== undefined) this.#lock.prompts.set(id, { ...entry, path });
  }

  /** Deletes the file of a prompt that is gone. */
  async remove(id: string): Promise<void> {
    const file = this.fileOf(id);
    if (file !== undefined) {
      await rm(join(this.root, file.path));
      this.#files.delete(file.path);
      this.#pathOfId.delete(id);
    }
    this.#lock.prompts.delete(id);
  }

  save(): Promise<void> {
    return writeLock(this.root, this.#lock);
  }

  async #writeFile(path: string, file: PromptFile, previous: string | null): Promise<void> {
    const text = formatPromptFile(file, previous);
    if (text !== previous) {
      await refuseLinkedFolders(this.root, path);
      await writeAtomically(join(this.root, path), text);
    }
    this.#files.set(path, { ...file, path, text });
    if (file.id !== null) this.#pathOfId.set(file.id, path);
  }

  /** Returns where a deleted file was, unless another one is there now, or the path leads outside. */
  #pathToRestore(id: string): string | undefined {
    const path = this.#lock.prompts.get(id)?.path;
    if (path === undefined || this.#files.has(path) || this.#paths.has(path)) return undefined;
    const fromRoot = relative(this.root, resolve(this.root, path));
    // On Windows, a path to another drive is absolute.
    const isInside = !fromRoot.startsWith('..') && !isAbsolute(fromRoot);
    return isInside && path.endsWith('.md') ? path : undefined;
  }

  #indexIds(): void {
    for (const { id, path } of this.files) {
      if (id === null) continue;
      const other = this.#pathOfId.get(id);
      if (other !== undefined) {
        throw new CliError(
          `${other} and ${path} have the same id. Remove the lines id and version from the copy: then it becomes a prompt of its own.`,
        );
      }
      this.#pathOfId.set(id, path);
    }
  }
}

/** Returns the folder that an invocation is about. */
export async function findFolder({ options }: Invocation, context: Context): Promise<string> {
  const given = options.get('dir');
  if (given !== undefined) return resolve(context.currentFolder, given);
  for (let folder = context.currentFolder; ; folder = dirname(folder)) {
    if (await exists(join(folder, lockFileName))) return folder;
    if (folder === dirname(folder)) return join(context.currentFolder, 'prompts');
  }
}

/**
 * Returns the named files of a folder, or all. Throws an error for a path that is no prompt, and
 * for a folder without prompts, which may be the wrong one.
 */
export function chooseFiles(
  folder: Folder,
  paths: readonly string[],
  { currentFolder }: Context,
): readonly TrackedFile[] {
  if (paths.length === 0) {
    if (folder.isEmpty) {
      throw new CliError(
        `There are no prompts in ${folder.root}. Write them there with \`cuebook pull\`, or name another folder with --dir.`,
      );
    }
    return folder.files;
  }
  return paths.map((path) => {
    const wanted = relative(folder.root, resolve(currentFolder, path)).split(sep).join('/');
    const file = folder.files.find((each) => each.path === wanted);
    if (file !== undefined) return file;
    const problem = folder.problems.get(wanted);
    throw new CliError(
      problem === undefined
        ? `${path} is no file of a prompt in ${folder.root}.`
        : `${path} can't be read: ${problem}.`,
      exitCodes.usage,
    );
  });
}

function pickValues({ title, description, tags, content }: PromptValues): PromptValues {
  return { title, description, tags, content };
}

interface Scan {
  readonly files: readonly TrackedFile[];
  readonly problems: ReadonlyMap<string, string>;
  /** All paths, also of other files: a new file must not replace them. */
  readonly paths: readonly string[];
}

async function scan(root: string): Promise<Scan> {
  const listed = await listFiles(root);
  const files: TrackedFile[] = [];
  const problems = new Map<string, string>();
  for (const { path, isRegular } of listed) {
    if (!isRegular || !path.endsWith('.md')) continue;
    try {
      const bytes = await readFile(join(root, path));
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      const file = parsePromptFile(text);
      if (file !== null) files.push({ ...file, path, text });
    } catch (error) {
      const isText = !(error instanceof TypeError);
      problems.set(path, isText ? messageOf(error) : 'it is no text in UTF-8');
    }
  }
  return { files, problems, paths: listed.map(({ path }) => path) };
}

interface ListedFile {
  readonly path: string;
  /** False for a symbolic link, which is not followed. */
  readonly isRegular: boolean;
}

/** Lists files below a folder, without hidden ones and packages. Removes what a crash has left. */
async function listFiles(root: string, below = ''): Promise<ListedFile[]> {
  if (!(await exists(root))) return [];
  const entries = await readdir(join(root, below), { withFileTypes: true });
  const files: ListedFile[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isFile() && temporaryFile.test(entry.name))
      await rm(join(root, path), { force: true });
    else if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    else if (entry.isDirectory()) files.push(...(await listFiles(root, path)));
    else files.push({ path, isRegular: entry.isFile() });
  }
  return files;
}

/** Throws if a folder of the path is a symbolic link. Its files are not listed, but would be replaced. */
async function refuseLinkedFolders(root: string, path: string): Promise<void> {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) {
    folder = join(folder, name);
    const entry = await lstat(folder).catch(() => null);
    if (entry?.isSymbolicLink()) {
      throw new CliError(`${folder} is a symbolic link, and \`cuebook\` follows none. Rename it.`);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
