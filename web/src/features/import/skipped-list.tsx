import { countOf } from '#web/lib/count-of.ts';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import type { SkippedRow } from './skipped-rows.ts';

/** Every row that stays out, and why: complete, however many there are. */
export function SkippedList({ rows }: { readonly rows: readonly SkippedRow[] }) {
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">{countOf(rows.length, 'row')} skipped</h3>
      <VirtualList
        label="Rows skipped"
        plain
        items={rows}
        keyOf={(row) => String(row.row)}
        estimateSize={44}
        height={220}
        className="rounded-md border border-hairline"
        renderItem={(row) => (
          <div className="border-b border-hairline px-4 py-2.5 text-sm">
            <span className="text-ink-quiet">
              Row {row.row}
              {row.line === null ? '' : `, line ${row.line}`}
            </span>{' '}
            {row.title === null || row.title.trim() === '' ? null : (
              <span className="font-medium break-words text-ink">{row.title.slice(0, 80)}: </span>
            )}
            <span className="text-ink-soft">{row.reason}</span>
          </div>
        )}
      />
    </section>
  );
}
