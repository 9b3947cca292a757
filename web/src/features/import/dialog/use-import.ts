import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { attachedFilePath } from '#web/lib/storage/library-file.ts';
import { newId } from '#contract/new-id.ts';
import { toDataError, type DataError } from '#web/data/backend/data-error.ts';
import {
  emptyImport,
  existingFingerprints,
  importLibrary,
  type ImportResult,
} from '#web/data/library-files/import.ts';
import type { ChosenFile, UnreadableFile } from '#web/features/import/read/collect-files.ts';
import type {
  ImportChoices,
  ImportPreview,
  ImportTeam,
  SourcePreview,
} from '#web/features/import/prepare/import-preview.ts';
import { hasMore, planImport, type SourcePlan } from '#web/features/import/prepare/import-plan.ts';
import type { RefusedFile } from '#web/features/import/prepare/prepare-files.ts';
import { hasSupportedName } from '#web/features/import/read/read-file.ts';
import { attachFiles, noFiles, type AttachResult } from './attach-files.ts';
import { readInWorker, type FileProgress } from '#web/features/import/read/read-in-worker.ts';
import { toRequest } from '#web/features/import/prepare/to-request.ts';

/** The result of one file. */
export type ImportOutcome = {
  readonly plan: SourcePlan;
  /** How many files were attached, and which were not. */
  readonly files: AttachResult;
} & (
  | { readonly result: ImportResult; readonly failure: null }
  | { readonly result: null; readonly failure: string }
);

export type ImportStage =
  | {
      readonly kind: 'choose';
      readonly refused: readonly RefusedFile[];
      readonly failure: string | null;
    }
  | (FileProgress & { readonly kind: 'reading' | 'attaching' })
  | { readonly kind: 'comparing' }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly failure: string | null }
  /** Parts of the file are sent; once `done` equals `total`, it is being stored. */
  | (FileProgress & { readonly kind: 'importing'; readonly count: number })
  | {
      readonly kind: 'done';
      readonly preview: ImportPreview;
      readonly outcomes: readonly ImportOutcome[];
    };

const start: Extract<ImportStage, { kind: 'choose' }> = {
  kind: 'choose',
  refused: [],
  failure: null,
};

/** Returns an import's stage and actions: choose, read, compare, preview, store, report. */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>(start);
  const reading = useRef<AbortController | null>(null);
  const isStoring = useRef(false);
  const store = useMutation(importLibrary());
  useEffect(() => () => reading.current?.abort(), []);

  async function choose(
    files: readonly (ChosenFile | UnreadableFile)[],
    team: ImportTeam | null = null,
  ) {
    reading.current?.abort();
    if (files.length === 0)
      return setStage({ ...start, failure: 'There are no files to read in it.' });
    const { readable, refused } = partitionFiles(files);
    if (readable.length === 0) return setStage({ ...start, refused });
    const current = new AbortController();
    reading.current = current;
    setStage({ kind: 'reading', name: readable[0]?.path ?? '', done: 0, total: 0 });
    try {
      const prepared = await readInWorker(
        readable,
        (name, done, total) => setStage({ kind: 'reading', name, done, total }),
        current.signal,
      );
      const all = [...refused, ...prepared.refused];
      if (prepared.sources.length === 0) return setStage({ ...start, refused: all });
      setStage({ kind: 'comparing' });
      const found = await existingFingerprints(
        prepared.sources.flatMap(fingerprintsOf),
        current.signal,
        team?.id ?? null,
      );
      const sources = prepared.sources.map((source) => ({
        ...source,
        libraryFingerprints: findInLibrary(source, found),
      }));
      const preview = { id: newId(), team, sources, refused: all, attached: prepared.attached };
      setStage({ kind: 'preview', preview, failure: null });
    } catch (reason) {
      if (current.signal.aborted) return;
      const { message } = toDataError(reason);
      setStage({
        ...start,
        failure: `The files couldn't be read or compared with your library: ${message}`,
      });
    }
  }

  /**
   * Stores the previewed prompts, file by file; resolves to the result of each. A second click before
   * the page shows that they are being stored doesn't store them twice.
   */
  async function confirm(
    preview: ImportPreview,
    choices: ImportChoices,
  ): Promise<readonly ImportOutcome[]> {
    if (isStoring.current) return [];
    isStoring.current = true;
    const outcomes: ImportOutcome[] = [];
    for (const plan of planImport(preview, choices)) {
      const empty = plan.stored.length === 0 && !hasMore(plan.source);
      outcomes.push(
        empty
          ? { plan, files: noFiles, result: emptyImport, failure: null }
          : await storeOne(plan, choices, preview),
      );
    }
    isStoring.current = false;
    const failed = outcomes.flatMap(({ failure }) => failure ?? []);
    if (failed.length === outcomes.length) {
      setStage({ kind: 'preview', preview, failure: failed[0] ?? null });
    } else {
      setStage({ kind: 'done', preview, outcomes });
    }
    return outcomes;
  }

  async function storeOne(
    plan: SourcePlan,
    choices: ImportChoices,
    { attached, team }: ImportPreview,
  ): Promise<ImportOutcome> {
    const { name } = plan.source;
    const count = plan.stored.length;
    let isSent = false;
    try {
      const result = await store.mutateAsync({
        ...toRequest(plan, choices),
        teamId: team?.id ?? null,
        onSent: (done, total) => {
          isSent = done === total;
          setStage({ kind: 'importing', name, count, done, total });
        },
      });
      const files = await attachFiles({
        prompts: plan.source.file.prompts,
        ids: result.prompts_with_files,
        attached,
        onProgress: (file, done, total) => setStage({ kind: 'attaching', name: file, done, total }),
      });
      return { plan, files, result, failure: null };
    } catch (reason) {
      return {
        plan,
        files: noFiles,
        result: null,
        failure: failureText(toDataError(reason), isSent, team),
      };
    }
  }

  /** Returns to the preview with the files that failed. */
  function retry(outcomes: readonly ImportOutcome[], { attached, team }: ImportPreview) {
    const failed = outcomes.filter(({ failure }) => failure !== null);
    const sources = failed.map(({ plan }) => plan.source);
    setStage({
      kind: 'preview',
      preview: { id: newId(), team, sources, refused: [], attached },
      failure: null,
    });
  }

  function reset() {
    reading.current?.abort();
    setStage(start);
  }

  return { stage, choose, confirm, retry, reset };
}

/** Returns why an import failed. One that was sent may be stored, though no response came. */
function failureText(error: DataError, isSent: boolean, team: ImportTeam | null): string {
  const { message, status } = error;
  if (!isSent || ![0, 502, 504].includes(status)) return `Nothing was imported: ${message}`;
  const library = team ? team.name : 'your library';
  return `The server did not answer, so the prompts may be in ${library} already. Check that before you import them again.`;
}

/** Returns the fingerprints of a file's prompts, as they are and with placeholders converted. */
function fingerprintsOf({ file }: Pick<SourcePreview, 'file'>): string[] {
  return file.prompts.flatMap(({ fingerprint, converted }) => [
    fingerprint,
    ...Object.values(converted),
  ]);
}

function findInLibrary(
  source: Pick<SourcePreview, 'file'>,
  library: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(fingerprintsOf(source).filter((each) => library.has(each)));
}

/** Archives contain attached files too. */
const archiveBytes = 700_000_000;

function largestFile(path: string): number {
  return /\.zip$/i.test(path) ? archiveBytes : limits.importFileBytes;
}

/** Separates the files to read from those too large, unreadable or, in folders, of another kind. */
function partitionFiles(files: readonly (ChosenFile | UnreadableFile)[]) {
  const readable: ChosenFile[] = [];
  const refused: RefusedFile[] = [];
  for (const chosen of files) {
    const { path, file } = chosen;
    if (file === null) {
      refused.push({ name: path, reason: "This file or folder can't be opened." });
    } else if (path.includes('/') && !hasSupportedName(path) && !attachedFilePath.test(path)) {
      refused.push({ name: path, reason: "It isn't a CSV, JSON or Markdown file." });
    } else if (file.size > largestFile(path)) {
      const size = (file.size / 1_000_000).toFixed(0);
      const largest = largestFile(path) / 1_000_000;
      refused.push({
        name: path,
        reason: `This file is ${size} MB. The limit is ${largest} MB. Split it into smaller files.`,
      });
    } else readable.push(chosen);
  }
  return { readable, refused };
}
