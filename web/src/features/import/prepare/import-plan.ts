import { convertedFingerprint } from './converted-fingerprint.ts';
import type { ImportChoices, ImportPreview, SourcePreview } from './import-preview.ts';
import type { PreparedPrompt } from './prepare-import.ts';

/** The plan for the prompts of one file. */
export interface SourcePlan {
  readonly source: SourcePreview;
  readonly stored: readonly PreparedPrompt[];
  /** Prompts that are already in the library. */
  readonly inLibrary: readonly PreparedPrompt[];
  /** Prompts that are also in an earlier file. */
  readonly repeated: readonly { readonly prompt: PreparedPrompt; readonly name: string }[];
}

/**
 * Predicts which prompts the database will store of each file, in order: those that the library
 * doesn't contain by then. Duplicates within a file are found when it is read.
 */
export function planImport(
  { sources }: Pick<ImportPreview, 'sources'>,
  { includeExisting, variables }: Pick<ImportChoices, 'includeExisting' | 'variables'>,
): readonly SourcePlan[] {
  const earlier = new Map<string, string>();
  return sources.map((source) => {
    const { prompts } = source.file;
    if (includeExisting) return { source, stored: prompts, inLibrary: [], repeated: [] };
    const stored: PreparedPrompt[] = [];
    const inLibrary: PreparedPrompt[] = [];
    const repeated: { prompt: PreparedPrompt; name: string }[] = [];
    const fingerprints: string[] = [];
    for (const prompt of prompts) {
      const print = convertedFingerprint(prompt, variables);
      const name = earlier.get(print);
      if (source.libraryFingerprints.has(print)) inLibrary.push(prompt);
      else if (name !== undefined) repeated.push({ prompt, name });
      else {
        stored.push(prompt);
        fingerprints.push(print);
      }
    }
    for (const print of fingerprints) earlier.set(print, source.name);
    return { source, stored, inLibrary, repeated };
  });
}

/** Returns whether a file contains entries other than prompts. */
export function hasMore({ file }: SourcePreview): boolean {
  const { groups, chains, runs, comments, uses } = file;
  return file.isExport && [groups, chains, runs, comments, uses].some(({ length }) => length > 0);
}
