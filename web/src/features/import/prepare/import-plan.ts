import { convertedFingerprint } from './converted-fingerprint.ts';
import type { ImportChoices, ImportPreview, SourcePreview } from './import-preview.ts';
import type { PreparedPrompt } from './prepare-import.ts';

/** What an import will do with the prompts of one file. */
export interface SourcePlan {
  readonly source: SourcePreview;
  readonly stored: readonly PreparedPrompt[];
  /** The library holds them already. */
  readonly known: readonly PreparedPrompt[];
  /** A file before this one holds them, too. */
  readonly repeated: readonly { readonly prompt: PreparedPrompt; readonly name: string }[];
}

/**
 * Foretells what the database stores of each file, one after the other, with the placeholders that are made variables:
 * it leaves out what the library then holds. Prompts of the same file are compared where it is read.
 */
export function planImport(
  { sources }: Pick<ImportPreview, 'sources'>,
  { includeExisting, variables }: Pick<ImportChoices, 'includeExisting' | 'variables'>,
): readonly SourcePlan[] {
  const earlier = new Map<string, string>();
  return sources.map((source) => {
    const { prompts } = source.file;
    if (includeExisting) return { source, stored: prompts, known: [], repeated: [] };
    const stored: PreparedPrompt[] = [];
    const known: PreparedPrompt[] = [];
    const repeated: { prompt: PreparedPrompt; name: string }[] = [];
    const here: string[] = [];
    for (const prompt of prompts) {
      const print = convertedFingerprint(prompt, variables);
      const name = earlier.get(print);
      if (source.known.has(print)) known.push(prompt);
      else if (name !== undefined) repeated.push({ prompt, name });
      else {
        stored.push(prompt);
        here.push(print);
      }
    }
    for (const print of here) earlier.set(print, source.name);
    return { source, stored, known, repeated };
  });
}

/** Whether a file holds something else that may be new, beside its prompts. */
export function hasMore({ file }: SourcePreview): boolean {
  const { groups, chains, runs, comments, uses } = file;
  return file.own && [groups, chains, runs, comments, uses].some(({ length }) => length > 0);
}
