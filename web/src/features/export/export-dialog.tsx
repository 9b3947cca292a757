import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptCountQuery } from '#web/data/prompts/prompt-lists.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { exportInWorker, type ExportFormat } from './export-in-worker.ts';
import { FormatChoice } from './format-choice.tsx';
import { saveFile } from './save-file.ts';

interface ExportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The prompts to export; null: everything that the person owns. */
  readonly ids: readonly string[] | null;
}

/** Takes prompts along as a file: choose the form, wait while it is put together, find it among the downloads. */
export function ExportDialog({ open, onOpenChange, ids }: ExportDialogProps) {
  const user = useUser();
  const owned = useQuery({ ...promptCountQuery(user.id), enabled: ids === null });
  const count = ids?.length ?? owned.data;
  const [format, setFormat] = useState<ExportFormat>('json');
  const [read, setRead] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function change(next: boolean) {
    if (!next) running.current?.abort();
    setFailure(null);
    onOpenChange(next);
  }

  async function run() {
    const current = new AbortController();
    running.current = current;
    setFailure(null);
    setRead(0);
    try {
      const { signal } = current;
      const blob = await exportInWorker({ userId: user.id, ids, format, signal, onRead: setRead });
      saveFile(blob, nameOf(format, ids === null));
      toast.success('Your export is among your downloads');
      onOpenChange(false);
    } catch (reason) {
      if (!current.signal.aborted) setFailure(toDataError(reason).message);
    } finally {
      setRead(null);
    }
  }

  const what = ids === null ? 'everything' : formatCount(ids.length, 'prompt');
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={ids === null ? 'Export everything' : `Export ${what}`}
      description={
        ids === null
          ? 'Your prompts with all their versions, favourites and last values, your groups, your chains with their runs, and comments: yours, and those under your prompts. What was deleted stays out.'
          : 'With all their versions and the groups they are in.'
      }
      footer={
        <>
          <Button onClick={() => change(false)}>Cancel</Button>
          <Button variant="primary" busy={read !== null} onClick={() => void run()}>
            Export
          </Button>
        </>
      }
    >
      {read === null ? (
        <div className="flex flex-col gap-4">
          {failure === null ? null : <Alert>Nothing was exported: {failure}</Alert>}
          <FormatChoice value={format} onChange={setFormat} />
        </div>
      ) : (
        <Progress
          text={`Reading ${formatCount(count ?? read, 'prompt')}`}
          done={read}
          total={Math.max(count ?? 0, read)}
        />
      )}
    </Dialog>
  );
}

function nameOf(format: ExportFormat, whole: boolean): string {
  const day = new Date().toISOString().slice(0, 10);
  const name = `cuebook-${whole ? '' : 'selection-'}${day}`;
  return format === 'json' ? `${name}.json` : `${name}-markdown.zip`;
}
