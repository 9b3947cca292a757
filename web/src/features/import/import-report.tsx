import { CircleCheck } from 'lucide-react';
import type { ImportResult } from '#web/data/import.ts';
import { countOf } from '#web/lib/count-of.ts';
import { SkippedList } from './skipped-list.tsx';
import { skippedRows } from './skipped-rows.ts';
import type { ImportPreview } from './import-preview.ts';

interface ImportReportProps {
  readonly preview: ImportPreview;
  readonly result: ImportResult;
  readonly includeKnown: boolean;
}

/** What came of an import. */
export function ImportReport({ preview, result, includeKnown }: ImportReportProps) {
  const skipped = skippedRows(preview, includeKnown);
  const since = result.known.length;
  return (
    <div className="flex flex-col gap-5">
      <output className="flex items-start gap-3 rounded-md bg-public-wash px-4 py-3 text-sm text-public-ink">
        <CircleCheck size={20} aria-hidden="true" className="shrink-0" />
        <span>
          Imported {countOf(result.imported, 'prompt')} from {preview.name}.
          {result.newGroups > 0
            ? ` ${countOf(result.newGroups, 'group was', 'groups were')} made.`
            : null}
          {since > 0
            ? ` ${countOf(since, 'prompt', 'prompts')} had come into your library in the meantime and stayed out.`
            : null}
        </span>
      </output>
      {skipped.length > 0 ? (
        <SkippedList rows={skipped} />
      ) : (
        <p className="text-sm text-ink-soft">No row was skipped.</p>
      )}
    </div>
  );
}
