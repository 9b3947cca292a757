/** Returns a function that gives each title a unique, case-insensitive path ending in .md. */
export function createPathBuilder() {
  const used = new Set<string>();
  return (folder: string | readonly [string, string], title: string): string => {
    const parts = typeof folder === 'string' ? [folder] : [folder[0], fileName(folder[1])];
    for (let number = 1; ; number++) {
      const name = `${fileName(title)}${number === 1 ? '' : ` ${number}`}`;
      const path = [...parts, `${name}.md`].join('/');
      if (used.has(path.toLowerCase())) continue;
      used.add(path.toLowerCase());
      return path;
    }
  };
}

const maxLength = 80;

/** Returns a file name that every operating system accepts. */
export function fileName(title: string): string {
  const name = Array.from(title.normalize('NFC'))
    .slice(0, maxLength)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  // Windows reserves these names for devices.
  if (/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name)) return `${name}_`;
  return name || 'untitled';
}
