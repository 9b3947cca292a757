import { isHidden } from './is-hidden.ts';

/** A file that was chosen or dropped, under its path below the folder that was, or its name. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** A file or folder that was dropped and cannot be opened. */
export interface ClosedFile {
  readonly path: string;
  readonly file: null;
}

/** Files as an input gives them; those of a chosen folder know where in it they lie. */
export function collectChosen(files: FileList | null): ChosenFile[] {
  return [...(files ?? [])]
    .map((file) => ({ file, path: belowFolder(file.webkitRelativePath) || file.name }))
    .filter(({ path }) => !isHidden(path));
}

/**
 * What was dropped: files, and all that lies in folders. Of several things, each folder keeps its name. To be called at
 * once: later the browser forgets what it was.
 */
export async function collectDropped(
  transfer: DataTransfer,
): Promise<readonly (ChosenFile | ClosedFile)[]> {
  const dropped = [...transfer.items].flatMap(
    // Of what is no longer there some browsers make a file and no entry; reading it says so.
    (item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? [],
  );
  const found: (ChosenFile | ClosedFile)[] = [];
  for (const each of dropped) {
    if (each instanceof File) found.push({ path: each.name, file: each });
    else await collect(each, found);
  }
  const alone = dropped.length === 1;
  return found
    .map((each) => ({ ...each, path: (alone && belowFolder(each.path)) || each.path }))
    .filter(({ path }) => !isHidden(path));
}

/** Finds what an entry holds. One that cannot be opened takes no other with it. */
async function collect(entry: FileSystemEntry, found: (ChosenFile | ClosedFile)[]): Promise<void> {
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

// By what they say, not by their class, which not every browser names as the standard does.
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
    // Some browsers give a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return found;
    found.push(...some);
  }
}

/** A path without the folder that was chosen; empty for a file in none. */
function belowFolder(path: string): string {
  return path.split('/').slice(1).join('/');
}
