import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, type RefObject } from 'react';
import {
  attachmentsQuery,
  attachmentUrlsQuery,
  type Attachment,
} from '#web/data/attachments/attachments.ts';
import { addUploads, holdFiles, useUploads } from '#web/data/attachments/upload-queue.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import { useUser } from '#web/data/session/session.ts';
import { topDialog } from '#web/lib/react/open-overlays.ts';
import { useLatestRef } from '#web/lib/react/use-latest-ref.ts';
import { RetryNote } from '#web/ui/feedback/retry-note.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import { FileChooser } from './file-chooser.tsx';
import { UploadRow } from './upload-row.tsx';

interface AttachmentsSectionProps {
  readonly promptId: string;
  readonly isPublic: boolean;
  /** The prompt isn't stored yet: files are kept on this device until it is. */
  readonly isNew?: boolean;
  /** The reader may add, rename and remove files. */
  readonly mayEdit: boolean;
  readonly className?: string;
}

const none: readonly Attachment[] = [];

/** The files of a prompt, and those on their way to it. Readers see it if there are any. */
export default function AttachmentsSection(props: AttachmentsSectionProps) {
  const { promptId, isPublic, isNew = false, mayEdit, className } = props;
  const headingId = useId();
  const client = useQueryClient();
  const user = useUser();
  const list = useQuery({ ...attachmentsQuery(promptId, isPublic), enabled: !isNew });
  const files = list.data ?? none;
  const urls = useQuery(attachmentUrlsQuery(promptId, files));
  const uploads = useUploads(promptId);
  const add = (chosen: readonly File[]) =>
    isNew ? holdFiles(user.id, promptId, chosen) : addUploads(client, promptId, chosen);
  const section = useRef<HTMLElement>(null);
  usePastedFiles(section, mayEdit, add);

  if (!mayEdit && files.length === 0 && !list.isError) return null;
  return (
    <section ref={section} aria-labelledby={headingId} className={className}>
      <h2 id={headingId} className="mb-3 text-sm font-medium text-ink">
        Files
      </h2>
      {list.isError && !list.data ? (
        <RetryNote
          message={`The files could not be loaded: ${toDataError(list.error).message}`}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {files.length + uploads.length > 0 ? (
        <ul aria-label="Files of this prompt" className="-mx-2 mb-3 flex flex-col">
          {files.map((file) => (
            <AttachmentRow
              key={file.id}
              promptId={promptId}
              file={file}
              urls={urls.data?.get(file.objectName) ?? null}
              mayEdit={mayEdit}
            />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      ) : null}
      {mayEdit ? <FileChooser onChoose={add} /> : null}
    </section>
  );
}

/**
 * Calls `onPaste` with files that are pasted anywhere on the page, unless text comes with them. Does
 * nothing while a dialog is open over the section.
 */
function usePastedFiles(
  section: RefObject<HTMLElement | null>,
  isOn: boolean,
  onPaste: (files: readonly File[]) => void,
): void {
  const latest = useLatestRef(onPaste);
  useEffect(() => {
    if (!isOn) return;
    function paste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      const hasText = event.clipboardData?.types.includes('text/plain') === true;
      if (event.defaultPrevented || files.length === 0 || hasText) return;
      const dialog = topDialog();
      if (dialog && !dialog.contains(section.current)) return;
      event.preventDefault();
      latest.current(files);
    }
    // Before the editor, which would replace the selected text with nothing.
    document.addEventListener('paste', paste, { capture: true });
    return () => document.removeEventListener('paste', paste, { capture: true });
  }, [section, isOn, latest]);
}
