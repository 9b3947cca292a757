import type { Divergence } from './compare.ts';
import { type Merge, mergeValues } from './merge.ts';
import type { ReportLine } from './report.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Merges the changes of both sides; null if the version that both were made from is unknown. */
export function mergeDivergence({ file, prompt, base }: Divergence): Merge | null {
  return base === null ? null : mergeValues(base, file.values, prompt);
}

/**
 * Returns the line of a report about changes that contradict each other, or were not merged (`merge`
 * is null). `isMarked` says that the file has the conflict marks already.
 */
export function describeConflict(
  { file, prompt, base }: Divergence,
  merge: Merge | null,
  { isMarked }: { readonly isMarked: boolean },
): ReportLine {
  const { id, path, values } = file;
  const { version } = prompt;
  let advice = 'Run `cuebook pull --merge`, or push with --merge.';
  if (base === null) {
    advice = `The version that your file was made from is not in the history: compare both, set the version in the file to ${version}, and push.`;
  } else if (merge !== null) {
    const step = isMarked
      ? 'decide in the file, then push it'
      : 'run `cuebook pull --merge`, and decide in the file';
    advice = `Both changed ${merge.conflicts.join(', ')} in the same place: ${step}.`;
  }
  return {
    state: 'conflict',
    path,
    id,
    version,
    note: `version ${version} was saved since you pulled. ${advice}`,
    ...(!isMarked && {
      diff: unifiedDiff(prompt, values, [`Cuebook, version ${version}`, path]),
    }),
    outcome: 'differs',
  };
}
