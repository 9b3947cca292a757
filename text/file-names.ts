import { normalize } from './normalize.ts';

/**
 * Returns a function that gives each title a path ending in .md. No two paths differ only by case or
 * by the composition of their letters, which some file systems ignore.
 */
export function createPathBuilder(taken: Iterable<string> = []) {
  const used = new Set(Array.from(taken, foldPath));
  return (folder: string | readonly [string, ...string[]], title: string): string => {
    const [root, ...names] = typeof folder === 'string' ? [folder] : folder;
    const parts = [root, ...names.map(folderName)];
    for (let number = 1; ; number++) {
      const base = fileName(title).replace(instructionsName, '$1_');
      const name = `${base}${number === 1 ? '' : ` ${number}`}`;
      const path = [...parts.filter((part) => part !== ''), `${name}.md`].join('/');
      if (used.has(foldPath(path))) continue;
      used.add(foldPath(path));
      return path;
    }
  };
}

const maxCharacters = 80;
/** File systems allow 255, with the number and the extension. */
const maxBytes = 200;
/** Windows reserves these names for devices, with any extension, also after spaces. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:$|\.))/i;

/** Coding assistants follow such files, in any folder of a repository: a title must not make one. */
const instructionsName = /^(agents?|claude|gemini|skill)(?=$|\.)/i;

/** Returns a file name that every operating system accepts. */
export function fileName(title: string): string {
  const name = cutToBytes(
    Array.from(title.slice(0, 4 * maxCharacters).normalize('NFC')).slice(0, maxCharacters),
  )
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '')
    .replace(deviceName, '$1_');
  return name || 'untitled';
}

/** Returns a name of a folder that is no name of a file, nor of a folder that tools pass over. */
export function folderName(name: string): string {
  const safe = fileName(name);
  return /\.(?:md|json)$|^node_modules$/i.test(safe) ? `${safe}_` : safe;
}

/** Returns the key by which file systems compare paths. */
export function foldPath(path: string): string {
  return normalize(normalize(path, 'NFC').toUpperCase().toLowerCase(), 'NFC');
}

function cutToBytes(characters: readonly string[]): string {
  let bytes = 0;
  const fitting = characters.findIndex((character) => {
    bytes += utf8Length(character.codePointAt(0) ?? 0);
    return bytes > maxBytes;
  });
  return (fitting < 0 ? characters : characters.slice(0, fitting)).join('');
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
