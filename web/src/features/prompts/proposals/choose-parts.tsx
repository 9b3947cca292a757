import { useMemo, useRef, useState } from 'react';
import { isSameText } from '#text/is-same-text.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { PromptDetail } from '#web/data/prompts/prompt.ts';
import { textOf, type Proposal } from '#web/data/proposals/proposal.ts';
import { acceptProposal } from '#web/data/proposals/proposal-changes.ts';
import { useUsageCheck } from '#web/features/prompts/includes/use-usage-check.tsx';
import { formatCount } from '#web/lib/text/format-count.ts';
import { useSubmit } from '#web/lib/react/use-submit.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Segmented } from '#web/ui/form/segmented.tsx';
import { PartView } from './part-view.tsx';
import { queuedSavesProblem } from './queued-saves-problem.ts';
import { reviewProposal, type ChosenPart, type PartChoice } from './review-parts.ts';
import { TextDifferences } from './text-differences.tsx';
import type { TextStart } from './use-proposal-form.ts';

interface ChoosePartsProps {
  readonly proposal: Proposal;
  readonly prompt: PromptDetail;
  /** The proposal was answered, by the user or somebody else, or the prompt has changed. */
  readonly onAnswered: () => Promise<void>;
  /** The merged text is edited, with the version that it was merged with. */
  readonly onEdit: (start: TextStart) => void;
  readonly onDecline: () => void;
}

/** A proposal merged with the current prompt, to accept as a whole or in parts. */
export function ChooseParts(props: ChoosePartsProps) {
  const { proposal, prompt, onAnswered, onEdit, onDecline } = props;
  const { base, baseVersion, proposed } = proposal;
  const current = useMemo(() => textOf(prompt), [prompt]);
  const review = useMemo(() => reviewProposal(base, proposed, current), [base, proposed, current]);
  const [chosen, setChosen] = useState<readonly ChosenPart[]>([]);
  const [firstVersion] = useState(prompt.version);
  const [compared, setCompared] = useState<'current' | 'base'>('current');
  const [isChecked, setIsChecked] = useState(false);
  const [isEditRefused, setIsEditRefused] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const usage = useUsageCheck({ mode: 'edit', prompt });

  const undecided = review.parts.filter((part) => review.choiceOf(part, chosen) === null);
  const accepted = review.parts.filter((part) => review.choiceOf(part, chosen) !== 'current');
  const queuedProblem = queuedSavesProblem(prompt);
  const { busy, problem, submit } = useSubmit({
    check: () => queuedProblem,
    send: async () => {
      try {
        await acceptProposal(proposal.id, prompt.version, review.textWith(chosen));
      } finally {
        await onAnswered();
      }
    },
    explain: (reason) => toDataError(reason).message,
  });

  function choose(part: ChosenPart['part'], choice: PartChoice) {
    setChosen((before) => [...before, { part, choice }]);
  }

  function accept() {
    setIsChecked(true);
    if (undecided.length > 0) {
      list.current?.querySelector<HTMLElement>('[data-undecided] input')?.focus();
      return;
    }
    usage.check(review.textWith(chosen).content, () => submit());
  }

  function edit() {
    setIsEditRefused(queuedProblem !== null);
    if (queuedProblem !== null) return;
    onEdit({
      text: review.textWith(chosen),
      base: { version: prompt.version, text: current },
    });
  }

  const shownProblem = problem ?? (isEditRefused ? queuedProblem : null);
  const acceptLabel =
    accepted.length === review.parts.length
      ? 'Accept all changes'
      : `Accept ${accepted.length} of ${formatCount(review.parts.length, 'change')}`;
  return (
    <section aria-labelledby="review-title">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="review-title" className="font-serif text-xl font-medium">
          Review
        </h2>
        {isSameText(base, current) ? null : (
          <Segmented
            label="Compare the proposal with"
            value={compared}
            onChange={setCompared}
            options={[
              { value: 'current', label: `Current version ${prompt.version}` },
              { value: 'base', label: `Its base, version ${baseVersion}` },
            ]}
          />
        )}
      </div>
      <output className="block">
        {prompt.version === firstVersion ? null : (
          <span className="mb-5 block rounded-md border border-hairline bg-sunken px-4 py-3 text-sm text-ink-soft">
            The prompt has changed: version {prompt.version} is the newest. The proposal was merged
            with it again, and your choices were kept. Check the changes before you accept.
          </span>
        )}
      </output>
      {compared === 'base' ? (
        <TextDifferences
          before={base}
          after={proposed}
          beforeLabel={`Version ${baseVersion}`}
          afterLabel="Proposed"
        />
      ) : review.parts.length === 0 ? (
        <p className="text-ink-soft">The prompt already has every change of this proposal.</p>
      ) : (
        <div ref={list} className="flex flex-col gap-8">
          {review.parts.map((part, index) => {
            const choice = review.choiceOf(part, chosen);
            return (
              <PartView
                key={part.key}
                part={part}
                number={index + 1}
                count={review.parts.length}
                baseVersion={baseVersion}
                choice={choice}
                isMissing={isChecked && choice === null}
                onChoose={(next) => choose(part, next)}
              />
            );
          })}
        </div>
      )}
      <div
        data-foot="page"
        className="sticky bottom-(--shell-bottom) z-10 mt-8 border-t border-hairline bg-ground py-3"
      >
        {shownProblem === null ? null : <Alert className="mb-3">{shownProblem}</Alert>}
        {accepted.length === 0 && review.parts.length > 0 ? (
          <p className="mb-3 text-sm text-ink-soft">
            All changes are left out. Decline the proposal instead.
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          <Button onClick={onDecline} className="sm:mr-auto">
            Decline…
          </Button>
          <Button onClick={edit}>Edit first</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={accepted.length === 0 && review.parts.length > 0}
            onClick={accept}
          >
            {review.parts.length === 0 ? 'Mark as accepted' : acceptLabel}
          </Button>
        </div>
      </div>
      {usage.dialog}
    </section>
  );
}
