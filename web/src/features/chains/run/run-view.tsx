import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { routes } from '#contract/routes.ts';
import type { ChainRun } from '#web/data/chains/chain-runs.ts';
import { downloadBlob } from '#web/lib/storage/download.ts';
import { useNavigateAfter } from '#web/lib/react/use-navigate-after.ts';
import { Button } from '#web/ui/form/button.tsx';
import { ButtonLink } from '#web/ui/form/button-link.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RelativeTime } from '#web/ui/content/relative-time.tsx';
import { DeleteRunDialog } from './delete-run-dialog.tsx';
import { DoneStep } from './done-step.tsx';
import { progressOf, RunBadge } from './run-facts.tsx';
import { runFileName, runMarkdown } from './run-markdown.ts';
import { RunningStep } from './running-step.tsx';
import { useRunSave } from './use-run-save.ts';
import { UpcomingStep } from './upcoming-step.tsx';

/** A run: its finished steps, the current one and the upcoming ones. */
export function RunView({ run }: { readonly run: ChainRun }) {
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const [deleting, setDeleting] = useState(false);
  const save = useRunSave(run);
  const { steps, answers, state, chainId } = run;
  const back = chainId === null ? routes.chainRuns : routes.chain(chainId);

  // The last step unmounts with the focused element, so the notice takes the focus.
  const finished = useRef<HTMLParagraphElement>(null);
  const [initialState] = useState(state);
  const justFinished = state === 'finished' && initialState !== 'finished';
  useEffect(() => {
    if (justFinished) finished.current?.focus();
  }, [justFinished]);

  return (
    <>
      <PageHeader
        title={run.title}
        back={back}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <RunBadge state={state} />
            <span>
              {progressOf({ state, doneCount: answers.length, stepCount: steps.length })}, started{' '}
              <RelativeTime at={run.startedAt} />
            </span>
          </span>
        }
        actions={
          <>
            <Button
              data-tooltip="Export"
              className="max-sm:!px-3"
              icon={<Download size={16} />}
              onClick={() =>
                downloadBlob(
                  new Blob([runMarkdown(run)], { type: 'text/markdown' }),
                  runFileName(run),
                )
              }
            >
              <span className="max-sm:sr-only">Export</span>
            </Button>
            {state === 'finished' && chainId !== null ? (
              <ButtonLink to={routes.chain(chainId)} variant="primary">
                Back to chain
              </ButtonLink>
            ) : null}
            <Menu
              trigger={<MoreButton label="More actions" size="medium" />}
              items={[
                {
                  label: 'Delete run',
                  icon: Trash2,
                  danger: true,
                  onSelect: () => setDeleting(true),
                },
              ]}
            />
          </>
        }
      />
      {save.isOutdated ? (
        <Alert className="mb-6 flex max-w-[760px] flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-64">
            This run was continued elsewhere. Nothing was overwritten, and your text is still here.
            Copy what you need, then reload the run.
          </p>
          <Button size="small" onClick={save.reload}>
            Reload run
          </Button>
        </Alert>
      ) : null}
      {justFinished ? (
        <p
          ref={finished}
          tabIndex={-1}
          className="mb-6 max-w-[760px] rounded-md bg-sunken px-4 py-3 text-sm text-ink"
        >
          The run is finished. Its prompts and answers are saved here.
        </p>
      ) : null}
      <ol aria-label="Steps" className="flex max-w-[760px] flex-col gap-3">
        {steps.map((step, index) => {
          // The number is the key: steps of a run have no id and never change their order.
          const number = index + 1;
          const answer = answers[index];
          if (answer !== undefined) {
            return (
              <DoneStep
                key={number}
                runId={run.id}
                step={step}
                number={number}
                answer={answer}
                open={state === 'finished'}
                onChangeAnswer={(text) => save.changeAnswer(index, text)}
              />
            );
          }
          if (index > answers.length)
            return <UpcomingStep key={number} step={step} number={number} />;
          return (
            <RunningStep
              key={number}
              run={run}
              busy={save.busy}
              onDone={save.finishStep}
              onStop={async (text) => {
                const isSaved = await save.stop(text);
                if (isSaved) navigateAfter(back);
                return isSaved;
              }}
            />
          );
        })}
      </ol>
      <DeleteRunDialog
        run={deleting ? run : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          toast.success('Run deleted');
          void navigate(back, { replace: true });
        }}
      />
    </>
  );
}
