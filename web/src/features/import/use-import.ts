import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { toDataError } from '#web/data/fail.ts';
import { importPrompts, knownFingerprints, type ImportResult } from '#web/data/import.ts';
import { chosenPrompts } from './chosen-prompts.ts';
import type { ImportPreview } from './import-preview.ts';
import { readInWorker } from './read-in-worker.ts';
import { ImportFileError } from './source-row.ts';

export type ImportStage =
  | { readonly kind: 'choose'; readonly refusal: string | null }
  | {
      readonly kind: 'reading';
      readonly name: string;
      readonly done: number;
      readonly total: number;
    }
  | { readonly kind: 'comparing'; readonly name: string }
  | { readonly kind: 'preview'; readonly preview: ImportPreview; readonly failure: string | null }
  | { readonly kind: 'importing'; readonly preview: ImportPreview; readonly count: number }
  | { readonly kind: 'done'; readonly preview: ImportPreview; readonly result: ImportResult };

const start: ImportStage = { kind: 'choose', refusal: null };

/** The steps of one import: choose, read, compare, look, store, report. */
export function useImport() {
  const [stage, setStage] = useState<ImportStage>(start);
  const reading = useRef<AbortController | null>(null);
  const store = useMutation(importPrompts());
  useEffect(() => () => reading.current?.abort(), []);

  async function choose(files: readonly File[]) {
    reading.current?.abort();
    const refusal = refuse(files);
    const [file] = files;
    if (refusal !== null || !file) return setStage({ kind: 'choose', refusal });
    const current = new AbortController();
    reading.current = current;
    const { name } = file;
    setStage({ kind: 'reading', name, done: 0, total: 0 });
    try {
      const prepared = await readInWorker(
        file,
        (done, total) => setStage({ kind: 'reading', name, done, total }),
        current.signal,
      );
      setStage({ kind: 'comparing', name });
      const known = await knownFingerprints(
        prepared.prompts.map(({ fingerprint }) => fingerprint),
        current.signal,
      );
      setStage({ kind: 'preview', preview: { name, file: prepared, known }, failure: null });
    } catch (reason) {
      if (current.signal.aborted) return;
      setStage({ kind: 'choose', refusal: sentence(reason) });
    }
  }

  /** Stores what the preview shows; resolves to the result, or null when it failed (the stage says why). */
  async function confirm(
    preview: ImportPreview,
    includeKnown: boolean,
  ): Promise<ImportResult | null> {
    const prompts = chosenPrompts(preview, includeKnown);
    setStage({ kind: 'importing', preview, count: prompts.length });
    try {
      const result = await store.mutateAsync({ prompts, includeKnown });
      setStage({ kind: 'done', preview, result });
      return result;
    } catch (reason) {
      const { message } = toDataError(reason);
      setStage({ kind: 'preview', preview, failure: `Nothing was imported: ${message}` });
      return null;
    }
  }

  function reset() {
    reading.current?.abort();
    setStage(start);
  }

  return { stage, choose, confirm, reset };
}

function refuse(files: readonly File[]): string | null {
  if (files.length > 1) return 'Choose one file at a time.';
  const [file] = files;
  if (!file || file.size <= limits.importFileBytes) return null;
  const size = (file.size / 1_000_000).toFixed(1);
  const largest = limits.importFileBytes / 1_000_000;
  return `This file has ${size} MB. A file is imported as a whole, so it may have ${largest} MB at most. Split it into smaller files.`;
}

function sentence(reason: unknown): string {
  if (reason instanceof ImportFileError) return reason.message;
  return `The file could not be compared with your library: ${toDataError(reason).message}`;
}
