import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import { promptCountQuery } from '#web/data/prompts/prompt-lists.ts';
import { useUser } from '#web/data/session/session.ts';
import { formatCount } from '#web/lib/text/format-count.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Dialog } from '#web/ui/overlay/overlays.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Progress } from '#web/ui/feedback/progress.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { exportInWorker, type ExportFormat } from './export-in-worker.ts';
import { FormatChoice } from './format-choice.tsx';
import { downloadBlob } from '#web/lib/storage/download.ts';

interface ExportDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** The prompts to export; null: everything of the person. */
  readonly ids: readonly string[] | null;
}

/** Exports prompts as a file in the chosen format and downloads it. */
export default function ExportDialog({ open, onOpenChange, ids }: ExportDialogProps) {
  const user = useUser();
  const owned = useQuery({ ...promptCountQuery(user.id), enabled: ids === null });
  const count = ids?.length ?? owned.data;
  const [format, setFormat] = useState<ExportFormat>('json');
  const [read, setRead] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function setOpen(next: boolean) {
    if (!next) running.current?.abort();
    setFailure(null);
    onOpenChange(next);
  }

  async function run() {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setRead(0);
    try {
      const { signal } = controller;
      const blob = await exportInWorker({ userId: user.id, ids, format, signal, onRead: setRead });
      downloadBlob(blob, nameOf(format, blob, ids === null));
      toast.success('Your export is in your downloads');
      onOpenChange(false);
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(toDataError(reason).message);
    } finally {
      setRead(null);
    }
  }

  const scope = ids === null ? 'everything' : formatCount(ids.length, 'prompt');
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={ids === null ? 'Export everything' : `Export ${scope}`}
      description={
        ids === null
          ? "Your prompts with all versions, files, favourites and last-used values, your groups, your chains with their runs, your comments and the comments on your prompts. Deleted prompts aren't included."
          : "With all versions, files and the groups they're in."
      }
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
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

function nameOf(format: ExportFormat, { type }: Blob, whole: boolean): string {
  const day = new Date().toISOString().slice(0, 10);
  const name = `cuebook-${whole ? '' : 'selection-'}${day}`;
  if (format === 'markdown') return `${name}-markdown.zip`;
  return type === 'application/zip' ? `${name}-json.zip` : `${name}.json`;
}
