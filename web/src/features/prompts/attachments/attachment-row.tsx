import { useMutation } from '@tanstack/react-query';
import { Download, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  downloadUrl,
  setAttachmentRemoved,
  type Attachment,
  type AttachmentUrls,
} from '#web/data/attachments/attachments.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { fileTypeName, formatBytes } from '#web/lib/text/describe-file.ts';
import { FileThumbnail } from '#web/ui/content/file-thumbnail.tsx';
import { Menu } from '#web/ui/overlay/overlays.tsx';
import { MoreButton } from '#web/ui/overlay/more-button.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { downloadFrom } from '#web/lib/storage/download.ts';

interface AttachmentRowProps {
  readonly promptId: string;
  readonly file: Attachment;
  /** Null while they load, and offline. */
  readonly urls: AttachmentUrls | null;
  readonly mayEdit: boolean;
}

/** A file with its actions. Its name opens it in another tab. */
export function AttachmentRow({ promptId, file, urls, mayEdit }: AttachmentRowProps) {
  const { id, name, type, size } = file;
  const [renaming, setRenaming] = useState(false);
  const { mutateAsync: setRemoved } = useMutation(setAttachmentRemoved(promptId));

  async function remove() {
    try {
      await setRemoved({ id, change: true });
      toast.undoable(`Removed “${name}”`, async () => {
        await setRemoved({ id, change: false });
        return `“${name}” is back`;
      });
    } catch (reason) {
      toast.error(`Couldn't remove “${name}”: ${toDataError(reason).message}`);
    }
  }

  return (
    <li className="flex items-center gap-3 rounded-md px-2 py-1.5 hover:bg-hover">
      <FileThumbnail type={type} url={urls?.thumbnail ?? null} />
      <div className="min-w-0 flex-1 text-sm">
        {urls === null ? (
          <span className="block truncate text-ink" title={name}>
            {name}
          </span>
        ) : (
          <a
            href={urls.file}
            target="_blank"
            rel="noopener"
            title={name}
            className="block truncate text-ink underline-offset-3 hover:underline"
          >
            {name}
          </a>
        )}
        <span className="block truncate text-xs text-ink-quiet">
          {formatBytes(size)} · {fileTypeName(type, name)}
        </span>
      </div>
      <Menu
        align="end"
        trigger={<MoreButton label={`Actions for ${name}`} />}
        items={[
          {
            label: 'Download',
            icon: Download,
            disabled: urls === null,
            onSelect: () => {
              if (urls) downloadFrom(downloadUrl(urls.file, name), name);
            },
          },
          ...(mayEdit
            ? [
                { label: 'Rename', icon: Pencil, onSelect: () => setRenaming(true) },
                { label: 'Remove', icon: Trash2, danger: true, onSelect: () => void remove() },
              ]
            : []),
        ]}
      />
      {mayEdit ? (
        <RenameDialog
          key={name}
          promptId={promptId}
          file={file}
          open={renaming}
          onOpenChange={setRenaming}
        />
      ) : null}
    </li>
  );
}
