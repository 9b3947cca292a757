import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/limits.ts';
import { chainMessages } from '#contract/chain-messages.ts';
import { routes } from '#contract/routes.ts';
import { sameChain } from '#web/data/chains/chain-values.ts';
import type { ChainDetail } from '#web/data/chains/chains.ts';
import { useUser } from '#web/data/session/session.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
import { useEditsLibrary, useMayEdit } from '#web/data/teams/use-may-edit.ts';
import { whoWillSee } from '#web/data/teams/who-will-see.ts';
import { chainListOf } from '#web/features/chains/list/chain-list-of.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { useNavigateAfter } from '#web/lib/react/use-navigate-after.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Counter } from '#web/ui/form/counter.tsx';
import { DraftForm, type SaveProblem } from '#web/ui/form/draft-form.tsx';
import { NewerVersionNotice } from '#web/ui/form/newer-version-notice.tsx';
import { PageHeader } from '#web/ui/content/page-header.tsx';
import { TextArea } from '#web/ui/form/text-area.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { AddPromptDialog } from './add-prompt-dialog.tsx';
import { ChainConflict } from './chain-conflict.tsx';
import { ChainSteps } from './chain-steps.tsx';
import { useChainForm } from './use-chain-form.ts';
import { useChainSave, type SavedChain } from './use-chain-save.ts';
import { useNewerChain } from './use-newer-chain.ts';

interface ChainEditorProps {
  /** Null for a new chain. */
  readonly chain: ChainDetail | null;
  /** The team that shares a new chain. */
  readonly team?: Pick<TeamDetail, 'id' | 'name' | 'memberCount'>;
}

/** The user lost the right to save the chain while its form was open. */
const readOnlyProblem = (message: string): SaveProblem => ({
  message: `${message}. Your changes are still here.`,
  offerNew: true,
});

/** The form of a chain: title, description, and its prompts in order. */
export function ChainEditor({ chain, team }: ChainEditorProps) {
  const user = useUser();
  const formId = useId();
  const navigate = useNavigate();
  const navigateAfter = useNavigateAfter();
  const [adding, setAdding] = useState(false);
  const teamId = chain?.teamId ?? team?.id ?? null;
  const mayEdit = useMayEdit(chain ?? undefined);
  const mayAdd = useEditsLibrary(teamId);
  const isReadOnly = (chain === null ? mayAdd : mayEdit) === false;
  const teamName = chain?.teamName ?? team?.name ?? 'its team';
  const list = chainListOf(chain ?? { userId: '', teamId }, user.id);
  const form = useChainForm(chain, team?.id);
  const latestForm = useLatestRef(form);
  const save = useChainSave(form.id, teamId, (saved) => {
    if (keepTyped(saved)) return;
    form.draft.settle();
    navigateAfter(list);
  });
  const newer = useNewerChain(chain, form, save.busy);
  const { values, change, errors, draft } = form;

  function leave(to: string) {
    draft.settle();
    void navigate(to);
  }

  /** Goes on with what was typed while a save ran, and returns whether there is something. */
  function keepTyped(saved: SavedChain): boolean {
    const now = latestForm.current;
    if (draft.isSettled() || sameChain(now.values, saved.values)) return false;
    // A copy of a chain is another one: this form stays with the chain that it was made from.
    if (chain === null || saved.id === chain.id) now.goOn(saved);
    toast.note("What you typed meanwhile isn't saved yet.");
    return true;
  }

  function submit() {
    const problem = form.check();
    if (problem === null) {
      void save.send(values, form.base);
      return;
    }
    toast.error(problem);
  }

  const back = chain ? routes.chain(chain.id) : list;
  return (
    <>
      <PageHeader
        title={form.id !== null ? 'Edit Chain' : 'Create Chain'}
        back={back}
        subtitle={
          team ? whoWillSee(team, 'it') : teamId === null ? undefined : `Shared with ${teamName}`
        }
        actions={
          <>
            {form.dirty ? (
              <Button variant="quiet" onClick={() => leave(back)}>
                Discard
              </Button>
            ) : null}
            <Button type="submit" form={formId} variant="primary" busy={save.busy}>
              Save Chain
            </Button>
          </>
        }
      />
      <DraftForm
        id={formId}
        className="max-w-[760px]"
        draft={draft}
        untouched={!form.dirty}
        textOf={({ title }) => title}
        onRestore={(offered) => form.restore(offered)}
        notice={
          newer ? (
            <NewerVersionNotice
              subject="chain"
              byMe={chain?.teamId === null}
              at={newer.updatedAt}
              onCompare={() => save.compare(newer)}
            />
          ) : null
        }
        problem={
          save.problem ??
          (isReadOnly
            ? readOnlyProblem(chain ? chainMessages.readOnly : chainMessages.readOnlyTeam)
            : null)
        }
        saveAsNewLabel="Save as a new chain"
        onSaveAsNew={() => void save.sendNew(values, null)}
        onSubmit={submit}
      >
        <div className="flex flex-col gap-5">
          <TextField
            label="Title"
            required
            aria-required="true"
            autoComplete="off"
            value={values.title}
            onChange={(event) => change({ title: event.currentTarget.value })}
            error={errors.title}
            aside={<Counter text={values.title} limit={limits.titleLength} />}
          />
          <TextArea
            label="Description"
            value={values.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            error={errors.description}
            aside={<Counter text={values.description} limit={limits.descriptionLength} />}
            areaClassName="min-h-16 max-h-48"
          />
          <ChainSteps
            form={form}
            teamId={teamId}
            teamName={teamName}
            onAdd={() => setAdding(true)}
          />
        </div>
      </DraftForm>
      <AddPromptDialog
        open={adding}
        onOpenChange={setAdding}
        steps={values.steps}
        teamId={teamId}
        onAdd={(step) => form.addStep(step)}
      />
      {save.conflict ? (
        <ChainConflict
          theirs={save.conflict}
          mine={values}
          busy={save.busy}
          onBack={save.closeConflict}
          onTakeTheirs={() => leave(back)}
          onSaveAsNew={() => void save.sendNew(values, teamId)}
          onReplace={(theirs) => {
            form.rebase(theirs.updatedAt);
            void save.send(values, theirs.updatedAt);
          }}
        />
      ) : null}
    </>
  );
}
