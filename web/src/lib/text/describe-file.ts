const units = ['KB', 'MB', 'GB'] as const;

/** Returns a size in bytes for people: '12 KB', '1.4 MB'. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  let value = bytes / 1024;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 ? 1 : 0;
  return `${Number(value.toFixed(digits)).toLocaleString('en-GB')} ${units[unit]}`;
}

const names: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'image/svg+xml': 'SVG',
  'text/csv': 'CSV',
  'text/markdown': 'Markdown',
  'text/plain': 'Text',
};

/** Returns the type of a file for people: 'PNG', 'PDF', or the extension of its name. */
export function fileTypeName(type: string, fileName: string): string {
  const [, family] = /^(?:image|audio|video)\/([a-z0-9]+)$/.exec(type) ?? [];
  const [, extension] = /\.([A-Za-z0-9]{1,8})$/.exec(fileName) ?? [];
  return names[type] ?? (family ?? extension)?.toUpperCase() ?? 'File';
}
