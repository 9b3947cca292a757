import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines } from './read-json-lines.ts';
import { readJson } from './read-json.ts';
import type { SourceFile } from './source-row.ts';

/** What the file chooser offers. */
export const acceptedFiles =
  '.csv,.tsv,.json,.jsonl,.ndjson,.md,.markdown,.zip,text/csv,application/json,text/markdown,application/zip';

const named = /\.(csv|tsv|json|jsonl|ndjson|md|markdown|zip)$/i;

/** Whether a file's name says that it can be read: of a folder, only such files are. */
export function hasKnownName(path: string): boolean {
  return named.test(path);
}

export function isMarkdown(path: string): boolean {
  return /\.(md|markdown)$/i.test(path);
}

/** An archive: by its name, and by its first bytes, since office documents are archives too. */
export function isZip(path: string, bytes: Uint8Array): boolean {
  return /\.zip$/i.test(path) && bytes[0] === 0x50 && bytes[1] === 0x4b;
}

type Reader = (text: string) => SourceFile;

/** By the end of the name. A new format is a reader of its own and a line here. */
const readers: readonly { ending: RegExp; read: Reader }[] = [
  { ending: /\.(csv|tsv)$/i, read: readCsv },
  { ending: /\.(jsonl|ndjson)$/i, read: readJsonLines },
  {
    ending: /\.json$/i,
    read: (text) => (looksLikeLines(text) ? readJsonLines(text) : readJson(text)),
  },
];

/** Reads the bytes of a file by its name, or by its look where the name says nothing. Throws `ImportFileError`. */
export function readFile(name: string, bytes: Uint8Array): SourceFile {
  const text = decodeText(bytes);
  const reader = readers.find(({ ending }) => ending.test(name));
  return (reader?.read ?? readerByLook(text))(text);
}

function readerByLook(text: string): Reader {
  if (looksLikeLines(text)) return readJsonLines;
  return /^\s*[[{]/.test(text) ? readJson : readCsv;
}

/** More than one line, the first a whole JSON object: what many tools save under the name .json. */
function looksLikeLines(text: string): boolean {
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
