/** A path ending in .md for each title, unlike all others whatever a system thinks of case. */
export function uniqueNames() {
  const taken = new Set<string>();
  return (folder: string | readonly [string, string], title: string): string => {
    const parts = typeof folder === 'string' ? [folder] : [folder[0], fileName(folder[1])];
    for (let number = 1; ; number++) {
      const name = `${fileName(title)}${number === 1 ? '' : ` ${number}`}`;
      const path = [...parts, `${name}.md`].join('/');
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

const longest = 80;

/** What every system takes as the name of a file. */
function fileName(title: string): string {
  const name = Array.from(title.normalize('NFC'))
    .slice(0, longest)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  // Names that Windows keeps for devices.
  if (/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name)) return `${name}_`;
  return name || 'untitled';
}
