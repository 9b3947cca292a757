import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readJson } from './read-json.ts';
import type { SourceFile } from './source-row.ts';

/** The files that the file chooser offers. */
export const acceptedFiles =
  '.csv,.tsv,.json,.jsonl,.ndjson,.md,.markdown,.zip,text/csv,application/json,text/markdown,application/zip';

const supportedName = /\.(csv|tsv|json|jsonl|ndjson|md|markdown|zip)$/i;

/** Returns whether a file has a readable type by its name; other files in a folder are skipped. */
export function hasSupportedName(path: string): boolean {
  return supportedName.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/** Returns whether a file is a zip, by name and first bytes. Office documents are zips too. */
export function isZip(path: string, bytes: Uint8Array): boolean {
  return /\.zip$/i.test(path) && bytes[0] === 0x50 && bytes[1] === 0x4b;
}

type Reader = (text: string) => SourceFile;

/** The readers by file extension. */
const readers: readonly { extension: RegExp; read: Reader }[] = [
  { extension: /\.(csv|tsv)$/i, read: readCsv },
  { extension: /\.(jsonl|ndjson)$/i, read: readJsonLines },
  {
    extension: /\.json$/i,
    read: (text) => (isJsonLines(text) ? readJsonLines(text) : readJson(text)),
  },
];

/** Reads a file by its extension, else by its content. Throws `ImportFileError`. */
export function readFile(name: string, bytes: Uint8Array): SourceFile {
  const text = decodeText(bytes);
  const reader = readers.find(({ extension }) => extension.test(name));
  return (reader?.read ?? readerByContent(text))(text);
}

function readerByContent(text: string): Reader {
  if (isJsonLines(text)) return readJsonLines;
  return /^\s*[[{]/.test(text) ? readJson : readCsv;
}

/** Returns whether a text is JSON Lines, which many tools save as .json. */
function isJsonLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  if (!start.startsWith('{') || end === -1 || !/\S/.test(start.slice(end))) return false;
  try {
    JSON.parse(start.slice(0, end));
    return true;
  } catch {
    return false;
  }
}
