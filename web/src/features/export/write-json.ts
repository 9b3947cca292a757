import { libraryEdition, type Library } from '#web/lib/storage/library-file.ts';

/** Returns a library as JSON in chunks, since one string may exceed a browser's limit. */
export function writeJson(library: Library, exportedAt: string): string[] {
  const { groups, prompts, chains, runs, comments, uses } = library;
  return [
    `{"cuebook": ${libraryEdition}, "exported_at": ${JSON.stringify(exportedAt)},\n`,
    '"groups": ',
    ...list(groups),
    ',\n"prompts": ',
    ...list(prompts),
    ',\n"chains": ',
    ...list(chains),
    ',\n"runs": ',
    ...list(runs),
    ',\n"comments": ',
    ...list(comments),
    ',\n"uses": ',
    ...list(uses),
    '}\n',
  ];
}

function list(entries: readonly object[]): string[] {
  const lines = entries.map(
    (entry, index) => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`,
  );
  return ['[', ...lines, '\n]'];
}
