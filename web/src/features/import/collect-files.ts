import { isHidden } from './is-hidden.ts';

/** A file that was chosen or dropped, under its path below the folder that was, or its name. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
}

/** Files as an input gives them; those of a chosen folder know where in it they lie. */
export function collectChosen(files: FileList | null): ChosenFile[] {
  return [...(files ?? [])]
    .map((file) => ({ file, path: belowFolder(file.webkitRelativePath) || file.name }))
    .filter(({ path }) => !isHidden(path));
}

/** What was dropped: files, and all that lies in folders. To be called at once: later the browser forgets what it was. */
export async function collectDropped(transfer: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...transfer.files].map((file) => ({ file, path: file.name }));
  if (entries.length === 0) return plain;
  const found: ChosenFile[] = [];
  for (const entry of entries) await collect(entry, found);
  return found.filter(({ path }) => !isHidden(path));
}

async function collect(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    found.push({ file, path: belowFolder(entry.fullPath.slice(1)) || file.name });
    return;
  }
  if (!(entry instanceof FileSystemDirectoryEntry)) return;
  const reader = entry.createReader();
  for (;;) {
    // Some browsers give a hundred at a time.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, found);
  }
}

/** A path without the folder that was chosen; empty for a file in none. */
function belowFolder(path: string): string {
  return path.split('/').slice(1).join('/');
}
