import { decodeText } from '#web/features/import/read/decode-text.ts';
import type { InputFile } from '#web/features/import/read/chosen-file.ts';
import { prepareImport, type PreparedFile } from './prepare-import.ts';
import { isMarkdown, isZip, readFile } from '#web/features/import/read/read-file.ts';
import type { MarkdownFile } from '#web/features/import/read/read-markdown.ts';
import { ImportFileError } from '#web/features/import/read/source-row.ts';

/** What is imported wholly or not at all: a file, or all Markdown files together, since each is a prompt. */
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
}

/** How many bytes all archives may hold together, unpacked: a small one can hold more than a device has room for. */
const unpackedLimit = 1_000_000_000;

/** An archive may lie in an archive; one can be made to hold itself. */
const deepestArchive = 2;
const tooDeep = 'This archive lies in an archive in an archive. Unpack the outer ones first.';

type Progress = (name: string, done: number, total: number) => void;

/** Reads and checks files of any kind, those in archives too: meant for a worker. A file that cannot be read is refused alone. */
export async function prepareFiles(
  given: readonly InputFile[],
  onProgress: Progress = () => undefined,
): Promise<PreparedFiles> {
  const sources: PreparedSource[] = [];
  const refused: RefusedFile[] = [];
  const markdown: MarkdownFile[] = [];

  const room = { bytes: unpackedLimit };

  /** `depth`: in how many archives the file lies. */
  async function take({ path, read }: InputFile, depth = 0): Promise<void> {
    try {
      const bytes = await read();
      if (isZip(path, bytes)) {
        if (depth >= deepestArchive) throw new ImportFileError(tooDeep);
        const { unpack } = await import('#web/features/import/read/zip/unpack.ts');
        for (const inner of unpack(bytes, room)) await take(inner, depth + 1);
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

  for (const [index, file] of given.entries()) {
    onProgress(file.path, index, given.length);
    await take(file);
  }
  const [first] = markdown;
  if (first) {
    // Comes with the first Markdown file: it brings a reader of YAML along.
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
  return { sources, refused };
}

function reasonOf(error: unknown): string {
  if (error instanceof ImportFileError) return error.message;
  // What the browser throws when a file was moved, deleted or changed since it was chosen.
  if (error instanceof DOMException) return 'The file can no longer be read. Choose it again.';
  throw error;
}
