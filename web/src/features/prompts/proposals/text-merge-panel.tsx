import { useMemo } from 'react';
import { emptyValues, type PromptValues } from '#web/data/prompts/prompt-values.ts';
import { textOf, type ProposalText } from '#web/data/proposals/proposal.ts';
import { MergePanel } from '#web/features/prompts/merge/merge-panel.tsx';
import type { TextBase } from './use-proposal-form.ts';

interface TextMergePanelProps {
  readonly base: ProposalText;
  readonly mine: ProposalText;
  readonly theirs: TextBase;
  readonly submitLabel: string;
  readonly onCancel: () => void;
  readonly onMerged: (merged: ProposalText) => void;
}

/** Merges a text that was being written with a version of the prompt that was saved meanwhile. */
export function TextMergePanel(props: TextMergePanelProps) {
  const { base, mine, theirs, submitLabel, onCancel, onMerged } = props;
  const sides = useMemo(
    () => ({ base: valuesOf(base), mine: valuesOf(mine), theirs: valuesOf(theirs.text) }),
    [base, mine, theirs],
  );
  return (
    <MergePanel
      title="The prompt has changed"
      {...sides}
      busy={false}
      cancelLabel="Keep editing"
      renderIntro={() =>
        `Version ${theirs.version} was saved while you were writing. Your text is on the left, the new version on the right. Nothing has been sent yet.`
      }
      submitLabelOf={(_choice, isTheirs) => (isTheirs ? 'Discard my changes' : submitLabel)}
      onCancel={onCancel}
      onSave={(result) => onMerged(textOf(result))}
    />
  );
}

/** Only texts are merged: visibility, group, icon and category aren't part of a proposal. */
function valuesOf(text: ProposalText): PromptValues {
  return { ...emptyValues, ...text };
}
