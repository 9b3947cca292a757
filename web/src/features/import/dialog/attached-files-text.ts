import { formatCount } from '#web/lib/text/format-count.ts';
import type { SourcePlan } from '#web/features/import/prepare/import-plan.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

/**
 * Returns what an import does with the files of its prompts; empty without files. `attached` has
 * the bytes by path.
 */
export function attachedFilesText(
  { stored, inLibrary, repeated }: Pick<SourcePlan, 'stored' | 'inLibrary' | 'repeated'>,
  attached: ReadonlyMap<string, Blob>,
): string {
  const wanted = filesOf(stored);
  const found = wanted.filter(({ path }) => attached.has(path)).length;
  const missing = wanted.length - found;
  const leftOut = filesOf([...inLibrary, ...repeated.map(({ prompt }) => prompt)]).length;
  return [
    found > 0 ? `${formatCount(found, 'file')} will be attached.` : null,
    missing > 0
      ? `${formatCount(missing, "file can't", "files can't")} be attached: choose the archive that has ${missing === 1 ? 'it' : 'them'}.`
      : null,
    leftOut > 0
      ? `${formatCount(leftOut, 'file is', 'files are')} left out with prompts that you already have.`
      : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function filesOf(prompts: readonly Pick<PreparedPrompt, 'files'>[]) {
  return prompts.flatMap(({ files }) => files);
}
