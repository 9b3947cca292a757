import { useEffect, useRef, useState } from 'react';
import { countOf } from '#web/lib/count-of.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { chosenPrompts, tooLarge } from './chosen-prompts.ts';
import { ImportFileChooser } from './import-file-chooser.tsx';
import { ImportPreviewView } from './import-preview-view.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import type { ImportPreview } from './import-preview.ts';
import { useImport } from './use-import.ts';

interface ImportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * Brings prompts in from a file: choose, look at what will be imported and what not, import, read the report.
 * Closed while it stores, it goes on, and says in a toast what came of it.
 */
export function ImportDialog({ open, onOpenChange }: ImportDialogProps) {
  const { stage, choose, confirm, reset } = useImport();
  const [includeKnown, setIncludeKnown] = useState(false);
  const shown = useRef(open);
  useEffect(() => {
    shown.current = open;
  }, [open]);

  function change(next: boolean) {
    if (!next && stage.kind !== 'importing') {
      reset();
      setIncludeKnown(false);
    }
    onOpenChange(next);
  }

  async function store(preview: ImportPreview) {
    const result = await confirm(preview, includeKnown);
    if (shown.current) return;
    if (result) {
      toast.success(`Imported ${countOf(result.imported, 'prompt')} from ${preview.name}`);
      reset();
    } else {
      toast.error(`Nothing was imported from ${preview.name}`);
    }
  }

  const chosen = stage.kind === 'preview' ? chosenPrompts(stage.preview, includeKnown) : [];
  const refusal = tooLarge(chosen);
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title="Import prompts"
      width="wide"
      footer={
        stage.kind === 'preview' ? (
          <>
            <Button onClick={reset}>Choose another file</Button>
            <Button
              variant="primary"
              disabled={chosen.length === 0 || refusal !== null}
              onClick={() => void store(stage.preview)}
            >
              {chosen.length === 0
                ? 'Nothing to import'
                : `Import ${countOf(chosen.length, 'prompt')}`}
            </Button>
          </>
        ) : stage.kind === 'done' ? (
          <>
            <Button onClick={reset}>Import another file</Button>
            <Button variant="primary" onClick={() => change(false)}>
              Done
            </Button>
          </>
        ) : undefined
      }
    >
      {stage.kind === 'choose' ? (
        <ImportFileChooser refusal={stage.refusal} onChoose={(files) => void choose(files)} />
      ) : stage.kind === 'preview' ? (
        <ImportPreviewView
          preview={stage.preview}
          failure={refusal ?? stage.failure}
          includeKnown={includeKnown}
          onIncludeKnownChange={setIncludeKnown}
        />
      ) : stage.kind === 'done' ? (
        <ImportReport preview={stage.preview} result={stage.result} includeKnown={includeKnown} />
      ) : (
        <ImportProgress stage={stage} />
      )}
    </Dialog>
  );
}
