import { isSameText } from '#text/is-same-text.ts';
import type { Library } from '../library/library.ts';
import type { Prompt } from '../library/prompt-rows.ts';
import type { Folder, TrackedFile } from './folder.ts';
import { hashValues } from './prompt-file.ts';
import type { ReportLine } from './report.ts';

/** Both the file and its prompt were changed. */
export interface Divergence {
  readonly state: 'diverged';
  readonly file: TrackedFile;
  readonly prompt: Prompt;
  /** The version that the file was made from; null if the history doesn't have it. */
  readonly base: Prompt | null;
}

/** How a file and its prompt in the library differ. */
export type Comparison =
  | { readonly state: 'unchanged'; readonly file: TrackedFile; readonly prompt: Prompt | null }
  /** Only the file was changed. */
  | { readonly state: 'modified'; readonly file: TrackedFile; readonly prompt: Prompt }
  /** Only the library has a newer version. */
  | { readonly state: 'outdated'; readonly file: TrackedFile; readonly prompt: Prompt }
  | Divergence
  /** The prompt was deleted, or can no longer be read. */
  | { readonly state: 'gone'; readonly file: TrackedFile; readonly isModified: boolean }
  /** The file is not in the library yet. */
  | { readonly state: 'new'; readonly file: TrackedFile };

/** Compares files with the library, in the order of the files. */
export async function compareFolder(
  library: Library,
  folder: Folder,
  files: readonly TrackedFile[],
): Promise<Comparison[]> {
  const ids = files.flatMap(({ id }) => id ?? []);
  const versions = await library.readVersions(ids);
  const changedIds = files.flatMap((file) =>
    file.id !== null && versions.has(file.id) && !isUnchanged(folder, file, versions.get(file.id))
      ? [file.id]
      : [],
  );
  const prompts = await library.read(changedIds);
  const compared: Comparison[] = [];
  for (const file of files) {
    compared.push(await compareFile(library, folder, file, versions, prompts));
  }
  return compared;
}

/** Returns the lines of a report about prompts whose file was deleted since the last pull. */
export function describeMissing(folder: Folder): ReportLine[] {
  return folder.ids.flatMap((id) => {
    const path = folder.lockOf(id)?.path;
    return path === undefined || folder.fileOf(id) !== undefined || folder.problems.has(path)
      ? []
      : [{ state: 'missing', path, id, version: null }];
  });
}

/** The version on which a file is based: its own, unless that line was removed. */
function baseVersion(folder: Folder, { id, version }: TrackedFile): number | null {
  return version ?? (id === null ? null : (folder.lockOf(id)?.version ?? null));
}

/** Returns whether the lock file alone shows that neither side has changed. */
function isUnchanged(folder: Folder, file: TrackedFile, newest: number | undefined): boolean {
  return baseVersion(folder, file) === newest && hasLockedValues(folder, file);
}

function hasLockedValues(folder: Folder, file: TrackedFile): boolean {
  const entry = file.id === null ? undefined : folder.lockOf(file.id);
  return (
    entry !== undefined &&
    entry.version === baseVersion(folder, file) &&
    entry.hash === hashValues(file.values)
  );
}

async function compareFile(
  library: Library,
  folder: Folder,
  file: TrackedFile,
  versions: ReadonlyMap<string, number>,
  prompts: ReadonlyMap<string, Prompt>,
): Promise<Comparison> {
  const { id, values } = file;
  if (id === null) return { state: 'new', file };
  if (!versions.has(id)) {
    // An id without version was assigned by a push that was interrupted before it created the prompt.
    const isNew = baseVersion(folder, file) === null;
    if (isNew) return { state: 'new', file };
    return { state: 'gone', file, isModified: !hasLockedValues(folder, file) };
  }
  const prompt = prompts.get(id);
  if (prompt === undefined) return { state: 'unchanged', file, prompt: null };
  if (isSameText(values, prompt)) return { state: 'unchanged', file, prompt };
  const version = baseVersion(folder, file);
  if (version === prompt.version) return { state: 'modified', file, prompt };
  if (hasLockedValues(folder, file)) return { state: 'outdated', file, prompt };
  const base = version === null ? null : await library.readVersion(id, version);
  const isBase = base !== null && isSameText(values, base);
  if (isBase) return { state: 'outdated', file, prompt };
  // A version that changed nothing here, such as the prompt's group.
  if (base !== null && isSameText(base, prompt)) return { state: 'modified', file, prompt };
  return { state: 'diverged', file, prompt, base };
}
