import { formatCount } from '#web/lib/text/format-count.ts';
import { cx } from '#web/lib/theme/class-names.ts';
import { VirtualList } from '#web/ui/list/virtual-list.tsx';
import type { SkippedRow } from '#web/features/import/prepare/skipped-rows.ts';

/** All rows that are not imported, with reasons; nothing if there are none. */
export function SkippedList({ rows }: { readonly rows: readonly SkippedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-sm font-medium text-ink">
        {formatCount(rows.length, 'row')} skipped
      </h3>
      <VirtualList
        label="Rows skipped"
        plain
        items={rows}
        keyOf={(row) => `${row.file ?? ''} ${row.row}`}
        estimateSize={44}
        height={220}
        className="rounded-md border border-hairline"
        renderItem={(row, index) => (
          <div
            className={cx(
              'px-4 py-2.5 text-sm break-words',
              index > 0 && 'border-t border-hairline',
            )}
          >
            <span className="mr-1.5 text-ink-quiet">{locationOf(row)}</span>{' '}
            {row.title === null || row.title.trim() === '' ? null : (
              <span className="font-medium text-ink">{row.title.slice(0, 80)}: </span>
            )}
            <span className="text-ink-soft">{row.reason}</span>
          </div>
        )}
      />
    </section>
  );
}

function locationOf({ row, line, file }: SkippedRow): string {
  // A Markdown file is a single row.
  if (file !== undefined && line === null && /\.(md|markdown)$/i.test(file)) return file;
  const location = `Row ${row}${line === null ? '' : `, line ${line}`}`;
  return file === undefined ? location : `${file}, ${location.toLowerCase()}`;
}
