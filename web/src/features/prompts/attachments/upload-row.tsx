import { useQueryClient } from '@tanstack/react-query';
import { RotateCw, X } from 'lucide-react';
import {
  cancelUpload,
  retryUpload,
  type QueuedUpload,
} from '#web/data/attachments/upload-queue.ts';
import { formatBytes } from '#web/lib/text/describe-file.ts';
import { FileThumbnail } from '#web/ui/content/file-thumbnail.tsx';
import { IconButton } from '#web/ui/form/button.tsx';

const cancelLabels = {
  held: 'Remove',
  waiting: 'Cancel',
  uploading: 'Cancel',
  failed: 'Dismiss',
} as const satisfies Record<QueuedUpload['state'], string>;

/** A file on its way, with its progress, or why it didn't arrive. */
export function UploadRow({ upload }: { readonly upload: QueuedUpload }) {
  const { id, name, size, state, problem, canRetry } = upload;
  const client = useQueryClient();
  return (
    <li className="flex items-center gap-3 rounded-md px-2 py-1.5">
      <FileThumbnail type="" url={null} />
      <div className="min-w-0 flex-1 text-sm">
        <span className="block truncate text-ink" title={name}>
          {name}
        </span>
        {problem !== null ? (
          <span role="alert" className="block text-xs break-words text-danger-ink">
            {problem}
          </span>
        ) : state === 'held' ? (
          <span className="block truncate text-xs text-ink-quiet">
            {formatBytes(size)} · Uploads when saved
          </span>
        ) : (
          <UploadProgress upload={upload} />
        )}
      </div>
      {state === 'failed' && canRetry ? (
        <IconButton
          label={`Try ${name} again`}
          size="small"
          onClick={() => retryUpload(client, id)}
        >
          <RotateCw size={16} />
        </IconButton>
      ) : null}
      <IconButton
        label={`${cancelLabels[state]} ${name}`}
        size="small"
        onClick={() => cancelUpload(client, id)}
      >
        <X size={16} />
      </IconButton>
    </li>
  );
}

function UploadProgress({ upload }: { readonly upload: QueuedUpload }) {
  const { name, size, sent, state } = upload;
  return (
    <span className="flex items-center gap-2 text-xs text-ink-quiet">
      <progress
        aria-label={`Uploading ${name}`}
        value={sent}
        max={Math.max(size, 1)}
        className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-ink-soft [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-ink-soft"
      />
      <span className="shrink-0">
        {state === 'waiting' ? 'Waiting' : `${formatBytes(sent)} of ${formatBytes(size)}`}
      </span>
    </span>
  );
}
