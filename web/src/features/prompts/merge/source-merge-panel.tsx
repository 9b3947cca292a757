import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { applySourceChanges, type SourceText } from '#web/data/prompts/forks.ts';
import { valuesOf, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { MergePanel, type MergeChoice } from './merge-panel.tsx';

interface SourceMergePanelProps {
  readonly fork: PromptDetail;
  /** The source's text when it was forked, or when its changes were last merged. */
  readonly base: SourceText;
  readonly source: PromptDetail;
  readonly onClose: () => void;
}

const submitLabels: Readonly<Record<MergeChoice, string>> = {
  merged: 'Save merged version',
  mine: 'Keep mine',
  theirs: 'Use theirs',
};

/** Merges the newer version of a source into its fork. */
export default function SourceMergePanel({ onClose, ...opened }: SourceMergePanelProps) {
  // Both prompts may change meanwhile. The merge shows, and saves, the versions that it opened with.
  const [{ fork, base, source }] = useState(opened);
  const apply = useMutation(applySourceChanges(fork.id, source.id));
  const [problem, setProblem] = useState<string | null>(null);
  const sides = useMemo(() => {
    const mine = valuesOf(fork);
    // Visibility, group and category belong to the fork alone.
    const { isPublic, groupId, category } = mine;
    const theirs = { ...valuesOf(source), isPublic, groupId, category };
    return { base: { ...theirs, ...base }, mine, theirs };
  }, [fork, base, source]);

  async function save(values: PromptValues) {
    setProblem(null);
    try {
      await apply.mutateAsync({ base: fork.version, values, sourceVersion: source.version });
      onClose();
    } catch (reason) {
      setProblem(toDataError(reason).message);
    }
  }

  return (
    <MergePanel
      title="Merge changes from the source"
      {...sides}
      busy={apply.isPending}
      problem={problem}
      cancelLabel="Cancel"
      renderIntro={() =>
        `Your fork is on the left, version ${source.version} of the source on the right. Where only one side changed, that change is used. Your current version stays in the history.`
      }
      submitLabelOf={(choice) => submitLabels[choice]}
      onCancel={onClose}
      onSave={(result) => void save(result)}
    />
  );
}
