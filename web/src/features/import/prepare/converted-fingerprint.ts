import { convertPlaceholders, type Notation } from '#web/lib/variables/placeholders.ts';
import { fingerprint } from './fingerprint.ts';

/** The fingerprints that a prompt has once some of its notations are made variables, by their names. */
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

/** The fingerprint that a prompt will be stored with. */
export function convertedFingerprint(
  prompt: {
    readonly notations: readonly Notation[];
    readonly converted: Readonly<Record<string, string>>;
    readonly fingerprint: string;
  },
  chosen: ReadonlySet<Notation>,
): string {
  const made = prompt.notations.filter((notation) => chosen.has(notation));
  return prompt.converted[nameOf(made)] ?? prompt.fingerprint;
}

function nameOf(subset: readonly Notation[]): string {
  return subset.join(' ');
}
