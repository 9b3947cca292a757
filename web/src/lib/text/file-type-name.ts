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
