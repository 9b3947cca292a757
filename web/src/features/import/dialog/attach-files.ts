import { uploadAttachment } from '#web/data/attachments/upload-attachment.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import type { PreparedPrompt } from '#web/features/import/prepare/prepare-import.ts';

export interface AttachResult {
  readonly count: number;
  readonly failed: readonly { readonly name: string; readonly text: string }[];
}

export const noFiles: AttachResult = { count: 0, failed: [] };

interface AttachFiles {
  readonly prompts: readonly Pick<PreparedPrompt, 'key' | 'title' | 'files'>[];
  /** The ids of the prompts that were stored, by key. */
  readonly ids: Readonly<Record<string, string>>;
  /** The bytes of files by path. */
  readonly attached: ReadonlyMap<string, Blob>;
  readonly onProgress: (name: string, done: number, total: number) => void;
}

/** Attaches the files of an import to its new prompts. A failure doesn't stop the others. */
export async function attachFiles(input: AttachFiles): Promise<AttachResult> {
  const { prompts, ids, attached, onProgress } = input;
  const wanted = prompts.flatMap(({ key, title, files }) => {
    const promptId = ids[key];
    return promptId === undefined ? [] : files.map((file) => ({ promptId, title, file }));
  });
  const failed: AttachResult['failed'][number][] = [];
  for (const [index, { promptId, title, file }] of wanted.entries()) {
    const { name, type, path } = file;
    onProgress(name, index, wanted.length);
    const bytes = attached.get(path);
    try {
      if (!bytes) throw new Error("It isn't in the file that you chose.");
      await uploadAttachment({ promptId, file: bytes.slice(0, bytes.size, type), name });
    } catch (reason) {
      failed.push({ name: `${name} of “${title}”`, text: toDataError(reason).message });
    }
  }
  return { count: wanted.length - failed.length, failed };
}
