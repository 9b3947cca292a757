import { convertPlaceholders, type Notation } from '#web/lib/variables/placeholders.ts';
import { fingerprint } from './fingerprint.ts';

/** Returns a prompt's fingerprint for each set of converted notations, by their names. */
export function convertedFingerprints(
  title: string,
  content: string,
  notations: readonly Notation[],
): Readonly<Record<string, string>> {
  let subsets: readonly (readonly Notation[])[] = [[]];
  for (const notation of notations) {
    subsets = [...subsets, ...subsets.map((subset) => [...subset, notation])];
  }
  return Object.fromEntries(
    subsets
      .filter(({ length }) => length > 0)
      .map((subset) => {
        const converted = convertPlaceholders(content, ({ notation }) => subset.includes(notation));
        return [nameOf(subset), fingerprint(title, converted)];
      }),
  );
}

/** Returns the fingerprint with which a prompt will be stored. */
export function convertedFingerprint(
  prompt: {
    readonly notations: readonly Notation[];
    readonly converted: Readonly<Record<string, string>>;
    readonly fingerprint: string;
  },
  chosen: ReadonlySet<Notation>,
): string {
  const converted = prompt.notations.filter((notation) => chosen.has(notation));
  return prompt.converted[nameOf(converted)] ?? prompt.fingerprint;
}

function nameOf(subset: readonly Notation[]): string {
  return subset.join(' ');
}
