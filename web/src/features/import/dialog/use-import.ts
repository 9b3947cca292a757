import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { toDataError } from '#web/data/backend/data-error.ts';
import {
  importLibrary,
  existingFingerprints,
  type ImportResult,
} from '#web/data/library-files/import.ts';
import type { ChosenFile, ClosedFile } from '#web/features/import/read/collect-files.ts';
import type {
  ImportChoices,
  ImportPreview,
  SourcePreview,
} from '#web/features/import/prepare/import-preview.ts';
import { hasMore, planImport, type SourcePlan } from '#web/features/import/prepare/import-plan.ts';
import type { RefusedFile } from '#web/features/import/prepare/prepare-files.ts';
import { hasKnownName } from '#web/features/import/read/read-file.ts';
import { readInWorker } from '#web/features/import/read/read-in-worker.ts';
import { toRequest } from '#web/features/import/prepare/to-request.ts';

/** What came of one file. */
export type ImportOutcome = { readonly plan: SourcePlan } & (
  | { readonly result: ImportResult; readonly failure: null }
  | { readonly result: null; readonly failure: string }
);

export type ImportStage =
  | {
      readonly kind: 'choose';
      readonly refused: readonly RefusedFile[];
      readonly failure: string | null;
    }
  | {
      readonly kind: 'reading';
      readonly name: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'comparing' }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly failure: string | null }
  | {
      readonly kind: 'importing';
      readonly name: string;
      readonly count: number;
      /** Parts sent, of how many; all of them: it is being stored. */
      readonly done: number;
      readonly total: number;
    }
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

/** The steps of one import: choose, read, compare, look, store, report. */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>(start);
  const reading = useRef<AbortController | null>(null);
  const store = useMutation(importLibrary());
  useEffect(() => () => reading.current?.abort(), []);

  async function choose(files: readonly (ChosenFile | ClosedFile)[]) {
    reading.current?.abort();
    if (files.length === 0)
      return setStage({ ...start, failure: 'There is no file to read in it.' });
    const { readable, refused } = sortOut(files);
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
      const known = await existingFingerprints(
        prepared.sources.flatMap(fingerprintsOf),
        current.signal,
      );
      const sources = prepared.sources.map((source) => ({
        ...source,
        known: knownIn(source, known),
      }));
      setStage({ kind: 'preview', preview: { sources, refused: all }, failure: null });
    } catch (reason) {
      if (current.signal.aborted) return;
      const { message } = toDataError(reason);
      setStage({
        ...start,
        failure: `The files could not be read and compared with your library: ${message}`,
      });
    }
  }

  /** Stores what the preview shows, file by file; resolves to what came of each. */
  async function confirm(
    preview: ImportPreview,
    choices: ImportChoices,
  ): Promise<readonly ImportOutcome[]> {
    const outcomes: ImportOutcome[] = [];
    for (const plan of planImport(preview, choices)) {
      const empty = plan.stored.length === 0 && !hasMore(plan.source);
      outcomes.push(
        empty ? { plan, result: nothing, failure: null } : await storeOne(plan, choices),
      );
    }
    const failed = outcomes.flatMap(({ failure }) => failure ?? []);
    if (failed.length === outcomes.length) {
      setStage({ kind: 'preview', preview, failure: `Nothing was imported: ${failed[0] ?? ''}` });
    } else {
      setStage({ kind: 'done', preview, outcomes });
    }
    return outcomes;
  }

  async function storeOne(plan: SourcePlan, choices: ImportChoices): Promise<ImportOutcome> {
    const { name } = plan.source;
    const count = plan.stored.length;
    try {
      const result = await store.mutateAsync({
        ...toRequest(plan, choices),
        onSent: (done, total) => setStage({ kind: 'importing', name, count, done, total }),
      });
      return { plan, result, failure: null };
    } catch (reason) {
      return { plan, result: null, failure: toDataError(reason).message };
    }
  }

  /** Shows the files that failed once more. */
  function retry(outcomes: readonly ImportOutcome[]) {
    const failed = outcomes.filter(({ failure }) => failure !== null);
    const sources = failed.map(({ plan }) => plan.source);
    setStage({ kind: 'preview', preview: { sources, refused: [] }, failure: null });
  }

  function reset() {
    reading.current?.abort();
    setStage(start);
  }

  return { stage, choose, confirm, retry, reset };
}

const nothing: ImportResult = {
  imported: 0,
  existing: [],
  newGroups: 0,
  newChains: 0,
  emptySteps: 0,
  newRuns: 0,
  newComments: 0,
};

/** Fingerprints of a file's prompts as they stand, and as they may be stored. */
function fingerprintsOf({ file }: Pick<SourcePreview, 'file'>): string[] {
  return file.prompts.flatMap(({ fingerprint, converted }) => [
    fingerprint,
    ...Object.values(converted),
  ]);
}

function knownIn(
  source: Pick<SourcePreview, 'file'>,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  return new Set(fingerprintsOf(source).filter((each) => known.has(each)));
}

/** Large files are refused, those that cannot be opened, and, out of folders, files of another kind. */
function sortOut(files: readonly (ChosenFile | ClosedFile)[]) {
  const readable: ChosenFile[] = [];
  const refused: RefusedFile[] = [];
  for (const chosen of files) {
    const { path, file } = chosen;
    if (file === null) {
      refused.push({ name: path, reason: 'This file or folder cannot be opened.' });
    } else if (path.includes('/') && !hasKnownName(path)) {
      refused.push({ name: path, reason: 'It is no CSV, JSON or Markdown file.' });
    } else if (file.size > limits.importFileBytes) {
      const size = (file.size / 1_000_000).toFixed(0);
      const largest = limits.importFileBytes / 1_000_000;
      refused.push({
        name: path,
        reason: `This file has ${size} MB; ${largest} MB are possible. Split it into smaller files.`,
      });
    } else readable.push(chosen);
  }
  return { readable, refused };
}
