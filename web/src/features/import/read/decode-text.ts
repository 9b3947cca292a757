import { ImportFileError } from './source-row.ts';

/** The first bytes of files that people drop by mistake. */
const signatures: readonly { bytes: readonly number[]; kind: string }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'a JPEG image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], kind: 'a GIF image' },
  { bytes: [0x52, 0x49, 0x46, 0x46], kind: 'an image, audio or video file' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'a PDF document' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'an archive or an office document' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'an office document' },
  { bytes: [0x1f, 0x8b], kind: 'a compressed file' },
];

const chooseText = 'Choose a CSV, JSON, JSON Lines or Markdown file.';

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Returns UTF-16 only for a file with its byte order mark; everything else must be UTF-8. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  return 'utf-8';
}

/**
 * Returns the text of a file without a byte order mark, otherwise unchanged.
 * Throws {@link ImportFileError} for a file that is empty, isn't text, or has another encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new ImportFileError(`This file is empty. ${chooseText}`);
  const other = signatures.find((signature) => startsWith(bytes, signature.bytes));
  if (other)
    throw new ImportFileError(`This file is ${other.kind}, not a list of prompts. ${chooseText}`);

  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.includes(0)) {
    throw new ImportFileError(
      `This file isn't text. If it should be, save it as UTF-8. ${chooseText}`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFileError(
      `This file isn't encoded as UTF-8${lineOfBadByte(bytes)}. Save it as UTF-8 (in a spreadsheet: “CSV UTF-8”) and choose it again.`,
    );
  }
  // UTF-32: its byte order mark begins like that of UTF-16.
  if (text.includes('\0')) throw new ImportFileError(`This file isn't text. ${chooseText}`);
  if (text.trim() === '') throw new ImportFileError(`This file is empty. ${chooseText}`);
  return text;
}

/** Returns the line with the first invalid UTF-8, as a phrase. */
function lineOfBadByte(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = 0;
  for (let line = 1; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return ` (see line ${line})`;
    }
    start = end;
  }
  return '';
}
