import { isHidden } from './is-hidden.ts';

/** A chosen or dropped file, with its path in the chosen folder, or its name. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** A dropped file or folder that can't be opened. */
export interface UnreadableFile {
  readonly path: string;
  readonly file: null;
}

/** Returns the files of an input; those of a chosen folder with their path in it. */
export function collectChosen(files: FileList | null): ChosenFile[] {
  return [...(files ?? [])]
    .map((file) => ({ file, path: belowFolder(file.webkitRelativePath) || file.name }))
    .filter(({ path }) => !isHidden(path));
}

/**
 * Returns dropped files and the files in dropped folders. Several dropped folders keep their names.
 * Must run during the drop event, since the browser empties `transfer` afterwards.
 */
export async function collectDropped(
  transfer: DataTransfer,
): Promise<readonly (ChosenFile | UnreadableFile)[]> {
  const dropped = [...transfer.items].flatMap(
    // For a missing file some browsers give a file but no entry; reading it then fails.
    (item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [],
  );
  const found: (ChosenFile | UnreadableFile)[] = [];
  for (const each of dropped) {
    if (each instanceof File) found.push({ path: each.name, file: each });
    else await collect(each, found);
  }
  const isSingle = dropped.length === 1;
  return found
    .map((each) => ({ ...each, path: (isSingle && belowFolder(each.path)) || each.path }))
    .filter(({ path }) => !isHidden(path));
}

/** Collects the files of an entry. One that can't be opened doesn't stop the others. */
async function collect(
  entry: FileSystemEntry,
  found: (ChosenFile | UnreadableFile)[],
): Promise<void> {
  const path = entry.fullPath.slice(1);
  try {
    if (isFile(entry)) found.push({ path, file: await fileOf(entry) });
    else if (isFolder(entry)) {
      for (const inner of await entriesOf(entry)) await collect(inner, found);
    }
  } catch {
    found.push({ path, file: null });
  }
}

// By property, not by class, since not every browser has the standard's class names.
function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  for (;;) {
    // Some browsers return a hundred entries at a time.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return found;
    found.push(...batch);
  }
}

/** Returns a path without its first folder; empty for a file in no folder. */
function belowFolder(path: string): string {
  return path.split('/').slice(1).join('/');
}
