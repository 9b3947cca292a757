import { useEffect, useRef, useState } from 'react';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import type { ChosenFiles } from './drop-zone.tsx';
import { ImportFileChooser } from './import-file-chooser.tsx';
import { hasMore, planImport } from '#web/features/import/prepare/import-plan.ts';
import { ImportPreviewView } from './import-preview-view.tsx';
import type {
  ImportChoices,
  ImportPreview,
  ImportTeam,
} from '#web/features/import/prepare/import-preview.ts';
import { ImportTarget } from './import-target.tsx';
import { hasNew } from './entry-counts-text.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import { useImport } from './use-import.ts';
import { useImportCounts } from './use-import-counts.ts';
import { useImportQuestion } from './use-import-question.tsx';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Files that were chosen before it opened: it begins with reading them. */
  readonly files?: ChosenFiles | undefined;
  /** The team that is chosen at first; My prompts without it. */
  readonly team?: ImportTeam;
}

/**
 * Public prompts stay public by default: the preview says how many before anything is stored.
 * `${name}` is hardly ever anything else than a placeholder.
 */
const defaultChoices: ImportChoices = {
  includeExisting: false,
  publish: true,
  variables: new Set(['${name}']),
  group: '',
  tags: [],
};

/**
 * Imports prompts from files: choose files, check the preview, import, read the report. An import
 * goes on after the dialog is closed and reports its result in a toast.
 */
export default function ImportDialog({
  open,
  onOpenChange,
  files,
  team: firstTeam,
}: ImportDialogProps) {
  const { stage, choose, confirm, retry, reset } = useImport();
  const [team, setTeam] = useState<ImportTeam | null>(firstTeam ?? null);
  const read = useLatestRef(choose);
  useEffect(() => {
    if (files) void read.current(files);
  }, [files, read]);
  const [choices, setChoices] = useState(defaultChoices);
  const question = useImportQuestion();
  const isShown = useRef(open);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);

  function startOver() {
    question.cancel();
    reset();
  }

  function setOpen(next: boolean) {
    if (!next && stage.kind !== 'importing' && stage.kind !== 'attaching') {
      startOver();
      setChoices(defaultChoices);
    }
    onOpenChange(next);
  }

  async function store(preview: ImportPreview) {
    const outcomes = await confirm(preview, choices);
    if (isShown.current) return;
    const failed = outcomes.filter(({ failure }) => failure !== null);
    const imported = outcomes.reduce((sum, { result }) => sum + (result?.imported ?? 0), 0);
    const names = outcomes.length === 1 ? outcomes[0]?.plan.source.name : 'your files';
    if (failed.length < outcomes.length) {
      toast.success(`Imported ${formatCount(imported, 'prompt')} from ${names}`);
    }
    if (failed.length === 0) reset();
    else {
      for (const { plan, failure } of failed) {
        toast.error(`${plan.source.name}: ${failure}`);
      }
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Import prompts"
      width="wide"
      closeOnOutside={stage.kind === 'choose'}
      footer={
        stage.kind === 'preview' ? (
          <>
            <Button onClick={startOver}>Choose another file</Button>
            <ImportButton
              preview={stage.preview}
              choices={choices}
              busy={question.isChecking}
              onImport={() => question.ask(stage.preview, choices, () => void store(stage.preview))}
            />
          </>
        ) : stage.kind === 'done' ? (
          <>
            {stage.outcomes.some(({ failure }) => failure !== null) ? (
              <Button onClick={() => retry(stage.outcomes, stage.preview)}>
                Review failed files
              </Button>
            ) : null}
            <Button onClick={reset}>Import another file</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Done
            </Button>
          </>
        ) : undefined
      }
    >
      {stage.kind === 'choose' ? (
        <ImportFileChooser
          refused={stage.refused}
          failure={stage.failure}
          target={<ImportTarget team={team} onChange={setTeam} />}
          onChoose={(files) => void choose(files, team)}
        />
      ) : stage.kind === 'preview' ? (
        <ImportPreviewView
          preview={stage.preview}
          failure={stage.failure}
          choices={choices}
          onChoicesChange={setChoices}
        />
      ) : stage.kind === 'done' ? (
        <ImportReport preview={stage.preview} outcomes={stage.outcomes} />
      ) : (
        <ImportProgress stage={stage} />
      )}
      {question.dialog}
    </Dialog>
  );
}

interface ImportButtonProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly busy: boolean;
  readonly onImport: () => void;
}

/** The import button with the count of prompts. An export may add only groups or chains. */
function ImportButton({ preview, choices, busy, onImport }: ImportButtonProps) {
  const count = planImport(preview, choices).reduce((sum, { stored }) => sum + stored.length, 0);
  const { data: entries } = useImportCounts(preview, choices);
  const hasOthers = entries ? entries.some(hasNew) : preview.sources.some(hasMore);
  return (
    <Button variant="primary" disabled={count === 0 && !hasOthers} busy={busy} onClick={onImport}>
      {count > 0
        ? `Import ${formatCount(count, 'prompt')}`
        : hasOthers
          ? "Import what's missing"
          : 'Nothing to import'}
    </Button>
  );
}
