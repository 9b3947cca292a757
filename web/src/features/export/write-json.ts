import { libraryEdition, type Library } from '#web/lib/storage/library-file.ts';

/** Returns a library as JSON in chunks, since one string may exceed a browser's limit. */
export function writeJson(library: Library, exportedAt: string): string[] {
  const { groups, prompts, chains, runs, comments, uses } = library;
  const lists = Object.entries({ groups, prompts, chains, runs, comments, uses });
  return [
    `{"cuebook": ${libraryEdition}, "exported_at": ${JSON.stringify(exportedAt)}`,
    ...lists.flatMap(([name, entries]) => [`,\n"${name}": `, ...list(entries)]),
    '}\n',
  ];
}

function list(entries: readonly object[]): string[] {
  const lines = entries.map(
    (entry, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`,
  );
  return ['[', ...lines, '\n]'];
}
