import { decodeText } from '#web/features/import/read/decode-text.ts';
import type { InputFile } from '#web/features/import/read/chosen-file.ts';
import { prepareImport, type PreparedFile } from './prepare-import.ts';
import { isMarkdown, isZip, readFile } from '#web/features/import/read/read-file.ts';
import type { MarkdownFile } from '#web/features/import/read/read-markdown.ts';
import { attachedFilePath } from '#web/lib/storage/library-file.ts';
import { ImportFileError } from '#web/features/import/read/source-row.ts';

/** A unit that is imported completely or not at all: a file, or all Markdown files together. */
export interface PreparedSource {
  readonly name: string;
  readonly file: PreparedFile;
}

export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

export interface PreparedFiles {
  readonly sources: readonly PreparedSource[];
  readonly refused: readonly RefusedFile[];
  /** The bytes of attached files, by their paths in the export. */
  readonly attached: ReadonlyMap<string, Blob>;
}

/** The limit of all archives, unpacked. A small archive can expand beyond a device's memory. */
const unpackedLimit = 1_000_000_000;

/** Archives may be nested, but an archive can be built to contain itself. */
const maxArchiveDepth = 2;
const tooDeep = 'This archive is in an archive in another archive. Unpack the outer ones first.';

type Progress = (name: string, done: number, total: number) => void;

/** Reads and checks files and archives, in a worker. An unreadable file doesn't stop the others. */
export async function prepareFiles(
  files: readonly InputFile[],
  onProgress: Progress = () => undefined,
): Promise<PreparedFiles> {
  const sources: PreparedSource[] = [];
  const refused: RefusedFile[] = [];
  const markdown: MarkdownFile[] = [];
  const attached = new Map<string, Blob>();

  const budget = { bytes: unpackedLimit };

  /** `depth`: the number of archives around the file. */
  async function addFile({ path, read }: InputFile, depth = 0): Promise<void> {
    try {
      const bytes = await read();
      if (attachedFilePath.test(path)) {
        attached.set(path, new Blob([Uint8Array.from(bytes)]));
        return;
      }
      if (isZip(path, bytes)) {
        if (depth >= maxArchiveDepth) throw new ImportFileError(tooDeep);
        const { unpack } = await import('#web/features/import/read/zip/unpack.ts');
        for (const inner of unpack(bytes, budget)) await addFile(inner, depth + 1);
      } else if (isMarkdown(path)) {
        markdown.push({ path, text: decodeText(bytes) });
      } else {
        const source = readFile(path, bytes);
        const file = prepareImport(source, (done, total) => onProgress(path, done, total));
        sources.push({ name: path, file });
      }
    } catch (error) {
      refused.push({ name: path, reason: reasonOf(error) });
    }
  }

  for (const [index, file] of files.entries()) {
    onProgress(file.path, index, files.length);
    await addFile(file);
  }
  const [first] = markdown;
  if (first) {
    // Loaded with the first Markdown file, since it includes a YAML parser.
    const { readMarkdown } = await import('#web/features/import/read/read-markdown.ts');
    const name = markdown.length === 1 ? first.path : `${markdown.length} Markdown files`;
    try {
      const file = prepareImport(readMarkdown(markdown), (done, total) =>
        onProgress(name, done, total),
      );
      sources.push({ name, file });
    } catch (error) {
      refused.push({ name, reason: reasonOf(error) });
    }
  }
  return { sources, refused, attached };
}

function reasonOf(error: unknown): string {
  if (error instanceof ImportFileError) return error.message;
  // Thrown by the browser when a file was moved, deleted or changed since it was chosen.
  if (error instanceof DOMException)
    return 'The file was moved, deleted or changed. Choose it again.';
  throw error;
}
