import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { ExportScope } from '#web/data/library-files/export.ts';
import { promptCountQuery } from '#web/data/prompts/lists/prompt-lists.ts';
import { useUser } from '#web/data/session/session.ts';
import type { TeamDetail } from '#web/data/teams/teams.ts';
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
  readonly scope: ExportScope;
  /** The team of the scope. */
  readonly team?: Pick<TeamDetail, 'name' | 'promptCount'>;
}

/** Exports prompts as a file in the chosen format and downloads it. */
export default function ExportDialog({ open, onOpenChange, scope, team }: ExportDialogProps) {
  const user = useUser();
  const owned = useQuery({ ...promptCountQuery(user.id), enabled: scope.kind === 'everything' });
  const count = scope.kind === 'selection' ? scope.ids.length : (team?.promptCount ?? owned.data);
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
      let exported = 0;
      const blob = await exportInWorker({
        userId: user.id,
        scope,
        format,
        signal,
        onRead: (prompts) => {
          exported = prompts;
          setRead(prompts);
        },
      });
      downloadBlob(blob, nameOf(format, blob, scope.kind));
      const missing = scope.kind === 'selection' ? scope.ids.length - exported : 0;
      if (missing === 0) toast.success('Your export is in your downloads');
      else toast.note(missingText(missing));
      onOpenChange(false);
    } catch (reason) {
      if (!controller.signal.aborted) setFailure(toDataError(reason).message);
    } finally {
      setRead(null);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={titleOf(scope, team?.name)}
      description={descriptions[scope.kind]}
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

function missingText(prompts: number): string {
  const missing = formatCount(prompts, 'prompt');
  return `Your export is in your downloads, without ${missing} deleted or moved in the meantime`;
}

const descriptions: Readonly<Record<ExportScope['kind'], string>> = {
  everything:
    "Your prompts with all versions, files, favourites and last-used values, your groups, your chains with their runs, your comments and the comments on your prompts. Deleted prompts aren't included.",
  selection: "With all versions, files and the groups they're in.",
  team: "The team's prompts with the versions and files that its members can read, its groups and its chains. Deleted prompts aren't included.",
};

function titleOf(scope: ExportScope, teamName = 'the team'): string {
  switch (scope.kind) {
    case 'everything':
      return 'Export everything';
    case 'selection':
      return `Export ${formatCount(scope.ids.length, 'prompt')}`;
    case 'team':
      return `Export ${teamName}`;
    default:
      return scope satisfies never;
  }
}

function nameOf(format: ExportFormat, { type }: Blob, kind: ExportScope['kind']): string {
  const day = new Date().toISOString().slice(0, 10);
  const name = `cuebook-${kind === 'everything' ? '' : `${kind}-`}${day}`;
  if (format === 'markdown') return `${name}-markdown.zip`;
  return type === 'application/zip' ? `${name}-json.zip` : `${name}.json`;
}
