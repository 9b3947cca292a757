import { FileUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { DropZone, type ChosenFiles } from '#web/features/import/dialog/drop-zone.tsx';
import { StartOption } from '#web/features/first-run/start-option.tsx';
import { TemplateOption } from '#web/features/first-run/template-option.tsx';
import { WriteOption } from '#web/features/first-run/write-option.tsx';
import { copyRequest } from '#web/features/prompts/copy/copy-request.ts';
import { usePromptActions } from '#web/features/prompts/list/use-prompt-actions.tsx';
import type { PanelRequest } from '#web/features/prompts/panel/panel-request.ts';

const ImportDialog = lazy(() => import('#web/features/import/dialog/import-dialog.tsx'));

interface FirstRunProps {
  /** Whether there is no prompt. An import that brought the first one still shows its report. */
  readonly isShown: boolean;
  readonly onPanel: (request: PanelRequest) => void;
}

/** The ways to begin, while there is no prompt: write, import, take a template. */
export default function FirstRun({ isShown, onPanel }: FirstRunProps) {
  const { actions, dialogs } = usePromptActions();
  const [files, setFiles] = useState<ChosenFiles | null>(null);
  const [importing, setImporting] = useState(false);
  return (
    <>
      {isShown ? (
        <>
          <WriteOption />
          <StartOption icon={<FileUp size={18} />} title="Import a file">
            <DropZone
              onChoose={(chosen) => {
                setFiles(chosen);
                setImporting(true);
              }}
            />
          </StartOption>
          <TemplateOption
            onCopy={actions.copy}
            onTake={(template) => onPanel(copyRequest(template))}
            className="md:col-span-2 xl:col-span-1"
          />
        </>
      ) : null}
      {dialogs}
      {files === null ? null : (
        <Suspense fallback={null}>
          <ImportDialog open={importing} onOpenChange={setImporting} files={files} />
        </Suspense>
      )}
    </>
  );
}
